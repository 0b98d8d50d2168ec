"""One small program per subject: it reads requests for rounds on stdin and answers on stdout."""
