"""Quality control of data sets: what must hold of every sample, whoever wrote it."""
