//! The words that mean something to a shell where a program is expected.

/// Words of the grammar: they count only where they are not quoted.
const RESERVED: &[&str] = &[
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "select", "function",
    "time", "coproc", "in",
];

/// Commands that only a shell has, because they change it or its jobs. They count quoted as well.
/// `echo printf test true false pwd kill` are left out: programs of that name do the same.
const BUILTINS: &[&str] = &[
    ":",
    ".",
    "alias",
    "bg",
    "bind",
    "break",
    "builtin",
    "caller",
    "cd",
    "chdir",
    "command",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "declare",
    "dirs",
    "disown",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "fc",
    "fg",
    "getopts",
    "hash",
    "help",
    "history",
    "jobs",
    "let",
    "local",
    "logout",
    "mapfile",
    "popd",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "return",
    "set",
    "shift",
    "shopt",
    "source",
    "suspend",
    "times",
    "trap",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "wait",
];

/// Commands that do nothing but set what later commands of the same shell find.
const SETTERS: &[&str] = &[
    "alias", "bind", "complete", "declare", "enable", "export", "hash", "local", "readonly", "set", "shopt", "trap",
    "typeset", "ulimit", "umask", "unalias", "unset",
];

/// Whether the text is one such command and nothing else.
pub(super) fn changes_only_the_shell(text: &str) -> bool {
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    SETTERS.contains(&first) && !text.trim().contains([';', '&', '|', '\n', '$', '`', '<', '>', '('])
}

/// Whether the word belongs to the grammar.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Whether only a shell can carry the command out.
pub(super) fn is_builtin(word: &str) -> bool {
    BUILTINS.contains(&word)
}

/// The name and the value of `NAME=value`, if the first `unquoted` bytes hold the name and the sign.
pub(super) fn assignment(word: &str, unquoted: usize) -> Option<(&str, &str)> {
    let sign = word.find('=').filter(|sign| *sign < unquoted)?;
    let (name, value) = (&word[..sign], &word[sign + 1..]);
    is_variable(name.strip_suffix('+').unwrap_or(name)).then_some((name, value))
}

/// Whether the text is the name of a variable.
pub(super) fn is_variable(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
