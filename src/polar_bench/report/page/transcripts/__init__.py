"""The reader of transcripts: a page that lists the trials of all runs of a report and shows one of them at a time."""
