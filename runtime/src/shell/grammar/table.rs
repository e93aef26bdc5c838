//! The programs whose arguments are understood.

use super::options::Options;
use super::{Inner, Reading, build, find, git, interpreter, stream, wrapper};

/// One kind of program.
pub(super) struct Row {
    names: &'static [&'static str],
    kind: Kind,
}

enum Kind {
    /// Reads and prints, unless one of these options is given
    Looks(Options),
    /// Runs code of its own, loads plug-ins, asks a pager or changes things: no argument makes it safe
    Runs(&'static str),
    /// Changes files or processes beyond what a path check can follow
    Changes,
    /// Has a grammar of its own
    Grammar(fn(&str, &[String]) -> Reading),
}

impl Row {
    pub(super) fn read(&self, name: &str, arguments: &[String]) -> Reading {
        match &self.kind {
            Kind::Looks(options) => {
                let dangers = options.danger(arguments).map(|found| format!("`{found}` makes `{name}` run or write"));
                Reading { dangers: dangers.into_iter().collect(), ..Reading::default() }
            }
            Kind::Runs(why) => {
                Reading { dangers: vec![format!("`{name}` {why}")], inner: vec![Inner::Unknown], runs_others: true }
            }
            Kind::Changes => {
                Reading { dangers: vec![format!("`{name}` changes files or processes")], ..Reading::default() }
            }
            Kind::Grammar(read) => read(name, arguments),
        }
    }

    pub(super) fn runs_anything(&self) -> bool {
        matches!(self.kind, Kind::Runs(_))
    }
}

pub(super) fn find(name: &str) -> Option<&'static Row> {
    // `python3.12` is `python3`, `gcc-14` is `gcc`.
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    let stem = if stem.is_empty() { name } else { stem };
    ROWS.iter().find(|row| row.names.contains(&name)).or_else(|| ROWS.iter().find(|row| row.names.contains(&stem)))
}

const NONE: Options = Options { long: &[], harmless: &[], short: "", valued: "", writes_from: None };

const fn looks(names: &'static [&'static str], options: Options) -> Row {
    Row { names, kind: Kind::Looks(options) }
}

const fn runs(names: &'static [&'static str], why: &'static str) -> Row {
    Row { names, kind: Kind::Runs(why) }
}

const fn grammar(names: &'static [&'static str], read: fn(&str, &[String]) -> Reading) -> Row {
    Row { names, kind: Kind::Grammar(read) }
}

const ROWS: &[Row] = &[
    looks(
        &["sort"],
        Options {
            long: &["output", "compress-program", "temporary-directory", "files0-from"],
            short: "oT",
            valued: "kStoT",
            ..NONE
        },
    ),
    looks(&["uniq"], Options { valued: "fsw", writes_from: Some(1), ..NONE }),
    looks(&["base64", "base32", "basenc"], Options { long: &["output"], short: "o", valued: "wbi", ..NONE }),
    looks(&["xxd"], Options { long: &["revert"], short: "r", valued: "cglos", writes_from: Some(1), ..NONE }),
    looks(
        &["rg"],
        Options {
            long: &["pre", "hostname-bin", "search-zip"],
            harmless: &["pretty"],
            short: "z",
            valued: "efgtTABCmjMErd",
            ..NONE
        },
    ),
    looks(&["ag", "ack"], Options { long: &["pager"], valued: "ABCmG", ..NONE }),
    looks(&["date"], Options { long: &["set", "file"], short: "sf", valued: "dr", ..NONE }),
    looks(&["hostname", "domainname"], Options { long: &["file"], short: "Fb", writes_from: Some(0), ..NONE }),
    looks(&["file"], Options { long: &["compile", "magic-file", "files-from"], short: "Cmfz", valued: "eFP", ..NONE }),
    looks(&["tree"], Options { long: &["output"], short: "oR", valued: "LPIH", ..NONE }),
    looks(&["jq"], Options { long: &["from-file", "library-path"], short: "fL", ..NONE }),
    looks(&["yq"], Options { long: &["inplace", "from-file"], short: "if", ..NONE }),
    looks(
        &["diff", "diff3", "sdiff"],
        Options { long: &["output", "diff-program", "editor"], short: "o", valued: "UCIxXFDW", ..NONE },
    ),
    looks(
        &[
            "column", "cut", "tr", "wc", "head", "tail", "cat", "ls", "pwd", "nl", "rev", "tac", "grep", "egrep",
            "fgrep", "comm", "paste",
        ],
        NONE,
    ),
    looks(&["ps"], Options { short: "e", ..NONE }),
    looks(
        &["journalctl", "dmesg"],
        Options {
            long: &["vacuum-size", "vacuum-time", "vacuum-files", "rotate", "flush", "clear", "read-clear", "file"],
            harmless: &["follow"],
            short: "cCDF",
            ..NONE
        },
    ),
    looks(
        &["iconv", "od", "hexdump", "strings", "objdump", "nm", "readelf"],
        Options { long: &["output", "plugin"], short: "o", valued: "tfcnN", ..NONE },
    ),
    grammar(&["fd", "fdfind"], find::fd),
    grammar(&["find"], find::find),
    grammar(&["git"], git::git),
    grammar(&["cargo"], build::cargo),
    grammar(&["npm", "pnpm", "yarn"], build::npm),
    grammar(&["sed", "gsed"], stream::sed),
    grammar(&["awk", "gawk", "mawk", "nawk"], stream::awk),
    grammar(&["tar", "bsdtar"], stream::tar),
    grammar(
        &[
            "env",
            "timeout",
            "nice",
            "ionice",
            "nohup",
            "setsid",
            "stdbuf",
            "time",
            "taskset",
            "chrt",
            "flock",
            "sudo",
            "doas",
            "chroot",
            "unshare",
            "setpriv",
            "prlimit",
            "runuser",
            "catchsegv",
        ],
        wrapper::simple,
    ),
    grammar(&["xargs"], wrapper::xargs),
    grammar(&["busybox", "toybox"], wrapper::multi_call),
    grammar(&["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "csh", "tcsh", "rbash"], interpreter::shell),
    grammar(&["su"], interpreter::shell),
    runs(
        &[
            "python",
            "pypy",
            "perl",
            "ruby",
            "irb",
            "node",
            "nodejs",
            "deno",
            "bun",
            "npx",
            "bunx",
            "pnpx",
            "uvx",
            "tsx",
            "ts-node",
            "php",
            "lua",
            "luajit",
            "tclsh",
            "wish",
            "expect",
            "rscript",
            "r",
            "julia",
            "ghci",
            "runghc",
            "runhaskell",
            "osascript",
            "pwsh",
            "powershell",
            "groovy",
            "scala",
            "clojure",
            "elixir",
            "erl",
            "escript",
            "guile",
            "racket",
            "sbcl",
            "ocaml",
            "swift",
            "java",
            "jshell",
            "kotlin",
            "dotnet",
            "mono",
            "octave",
            "gnuplot",
            "m4",
            "bc",
            "dc",
            "jrunscript",
            "ipython",
            "pytest",
            "tox",
            "nox",
        ],
        "runs code that is given to it",
    ),
    runs(
        &[
            "make", "gmake", "cmake", "ninja", "meson", "bazel", "buck", "gradle", "gradlew", "mvn", "ant", "sbt",
            "rake", "just", "task", "scons", "waf", "go", "rustc", "rustup", "gcc", "g++", "cc", "c++", "cpp", "clang",
            "clang++", "ld", "as", "tsc", "webpack", "vite", "jest", "eslint", "prettier", "pip", "pipx", "uv",
            "poetry", "gem", "bundle", "composer", "brew", "apt", "apt-get", "dpkg", "yum", "dnf", "rpm", "apk",
            "pacman", "snap", "flatpak", "nix", "conda", "mamba",
        ],
        "runs what a project or a package brings along",
    ),
    runs(
        &[
            "top", "htop", "less", "more", "most", "man", "info", "vi", "vim", "nvim", "view", "vimdiff", "ex", "ed",
            "emacs", "nano", "pico", "joe", "helix", "hx", "screen", "tmux", "mc", "ranger", "dialog", "whiptail",
        ],
        "is interactive and can start a shell",
    ),
    runs(
        &[
            "parallel",
            "watch",
            "entr",
            "script",
            "scriptreplay",
            "at",
            "batch",
            "crontab",
            "systemd-run",
            "systemctl",
            "service",
            "init",
            "start-stop-daemon",
            "nsenter",
            "capsh",
            "gdb",
            "lldb",
            "strace",
            "ltrace",
            "perf",
            "valgrind",
            "rlwrap",
            "unbuffer",
            "faketime",
            "fakeroot",
            "proot",
            "firejail",
            "bwrap",
            "docker",
            "podman",
            "nerdctl",
            "kubectl",
            "helm",
            "ansible",
            "ansible-playbook",
            "terraform",
            "vagrant",
            "runc",
            "ctr",
            "lxc",
            "machinectl",
            "virsh",
            "qemu",
            "ip",
            "logrotate",
            "run-parts",
            "xdg-open",
            "open",
            "dbus-send",
            "busctl",
            "gdbus",
            "pkexec",
            "dmsetup",
            "loginctl",
        ],
        "starts other programs",
    ),
    runs(
        &[
            "ssh",
            "scp",
            "sftp",
            "rsync",
            "mosh",
            "telnet",
            "nc",
            "ncat",
            "netcat",
            "socat",
            "curl",
            "wget",
            "aria2c",
            "ftp",
            "tftp",
            "lftp",
            "ping",
            "ping6",
            "traceroute",
            "dig",
            "nslookup",
            "host",
            "whois",
            "nmap",
            "tcpdump",
            "tshark",
            "openssl",
            "gpg",
            "gh",
            "glab",
            "aws",
            "gcloud",
            "az",
            "rclone",
            "s3cmd",
            "mail",
            "sendmail",
            "psql",
            "mysql",
            "mariadb",
            "sqlite",
            "mongo",
            "mongosh",
            "redis-cli",
        ],
        "sends data to other machines or runs commands of its own",
    ),
    Row {
        names: &[
            "tee",
            "dd",
            "split",
            "csplit",
            "shred",
            "truncate",
            "mkfifo",
            "mknod",
            "patch",
            "zip",
            "unzip",
            "gzip",
            "gunzip",
            "bzip2",
            "xz",
            "zstd",
            "7z",
            "7za",
            "cpio",
            "ar",
            "kill",
            "pkill",
            "killall",
            "sponge",
            "sysctl",
            "ldconfig",
            "update-alternatives",
        ],
        kind: Kind::Changes,
    },
];
