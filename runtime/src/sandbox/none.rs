//! No confinement: what still holds, said loudly.

/// What is printed and put on record whenever nothing confines a program.
pub(super) const WARNING: &str = "WARNING: no sandbox confines programs here: they can read and write every file of this user and use the network. \
     Only the environment, open files, limits and the end of every process are still held. \
     Install bubblewrap or firejail where the machine or container allows namespaces, or use Linux 6.12 or later with \
     Landlock; `doctor` on the command line says what is missing.";
