//! Tests of the command line: words in, streams and exit codes out.
