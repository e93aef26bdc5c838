//! Emitters: a catalog in, texts out. They never import each other and never touch the disk.

pub mod rust;
