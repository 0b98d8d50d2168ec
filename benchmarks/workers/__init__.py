"""One small program for each subject: asked on stdin for a round of a measure, it answers on stdout."""
