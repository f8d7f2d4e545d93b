"""The report as a folder of static pages: what they show, and how the folder is written."""
