//! The environment of a child: nine names of the agent's, and those that a tool declares. Nothing else passes.

use std::collections::BTreeMap;
use std::ffi::OsString;

use super::error::SandboxError;

/// The names that every child gets, where the agent has them.
pub const BASE_NAMES: [&str; 9] = ["PATH", "HOME", "TERM", "LANG", "LC_ALL", "LC_CTYPE", "USER", "SHELL", "TMPDIR"];

/// Names and beginnings of names by which a program loads code, runs others, or trusts other machines.
const DANGEROUS: &[&str] = &[
    "ENV",
    "BASH_ENV",
    "BASHOPTS",
    "SHELLOPTS",
    "IFS",
    "PS4",
    "PROMPT_COMMAND",
    "CDPATH",
    "GLOBIGNORE",
    "ZDOTDIR",
    "GCONV_PATH",
    "LOCPATH",
    "NLSPATH",
    "HOSTALIASES",
    "RESOLV_HOST_CONF",
    "RES_OPTIONS",
    "TZDIR",
    "MALLOC_TRACE",
    "GLIBC_TUNABLES",
    "TERMINFO",
    "TERMINFO_DIRS",
    "TERMCAP",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "MANPAGER",
    "MANOPT",
    "BROWSER",
    "LESSOPEN",
    "LESSCLOSE",
    "LESS",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
    "MAVEN_OPTS",
    "GRADLE_OPTS",
    "SBT_OPTS",
    "PERLLIB",
    "CURL_CA_BUNDLE",
    "REQUESTS_CA_BUNDLE",
    "AWS_CA_BUNDLE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "FTP_PROXY",
    "NO_PROXY",
    "RSYNC_RSH",
    "CVS_RSH",
    "SVN_SSH",
    "TAR_OPTIONS",
    "GZIP",
    "XZ_OPT",
    "ZIPOPT",
    "UNZIP",
    "GREP_OPTIONS",
    "RIPGREP_CONFIG_PATH",
    "JQ_COLORS",
    "DISPLAY",
    "XAUTHORITY",
    "WAYLAND_DISPLAY",
    "DBUS_SESSION_BUS_ADDRESS",
    "XDG_RUNTIME_DIR",
    "XDG_CONFIG_HOME",
    "XDG_CONFIG_DIRS",
    "SSH_AUTH_SOCK",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "GPG_AGENT_INFO",
    "GNUPGHOME",
    "KUBECONFIG",
    "DOCKER_HOST",
    "DOCKER_CONFIG",
    "CONTAINER_HOST",
    "MAKEFLAGS",
    "MFLAGS",
    "CC",
    "CXX",
    "LD",
    "AR",
    "CFLAGS",
    "LDFLAGS",
    "GOFLAGS",
    "RUSTFLAGS",
    "RUSTC",
    "RUSTC_WRAPPER",
    "RUSTDOC",
    "CMAKE_TOOLCHAIN_FILE",
    "PYTHONPATH",
    "EMACSLOADPATH",
    "VIMINIT",
    "EXINIT",
    "MYVIMRC",
    "INPUTRC",
    "SCREENRC",
    "FPATH",
    "PSMODULEPATH",
    "COMSPEC",
    "PATHEXT",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "OPENSSL_CONF",
    "OPENSSL_MODULES",
    "OPENSSL_ENGINES",
    "SSLKEYLOGFILE",
    "KRB5_CONFIG",
    "BUNDLE_GEMFILE",
    "R_PROFILE",
    "R_ENVIRON",
    "JULIA_LOAD_PATH",
    "DENO_DIR",
    "ELECTRON_RUN_AS_NODE",
    "WGETRC",
    "CURL_HOME",
    "NETRC",
    "PGSERVICEFILE",
    "PGPASSFILE",
    "MYSQL_HOME",
    "PSQLRC",
    "SQLITE_HISTORY",
    "AWKPATH",
    "AWKLIBPATH",
    "M4PATH",
    "INFOPATH",
    "MANPATH",
    "UV_INDEX_URL",
];
const DANGEROUS_PREFIXES: &[&str] = &[
    "LD_",
    "DYLD_",
    "GIT_",
    "NODE_",
    "NPM_CONFIG_",
    "YARN_",
    "PYTHON",
    "PERL5",
    "PERL_",
    "RUBY",
    "GEM_",
    "BASH_FUNC_",
    "LUA_",
    "PIP_",
    "UV_",
    "CARGO_",
    "DOTNET_",
    "COR_",
    "CORECLR_",
    "SSL_CERT_",
    "GTK_",
    "QT_",
    "GIO_",
    "GST_",
    "ASAN_",
    "UBSAN_",
    "LIBGL_",
    "MESA_",
    "VK_",
    "OCL_",
    "MAGICK_",
    "DEBUGINFOD_",
    "SYSTEMD_",
    "FIREJAIL_",
    "BWRAP_",
    "JAVA_",
];

/// Whether a tool may declare the name for its child.
///
/// # Errors
/// `env.bad_name` when it is no name at all; `env.dangerous` when the variable makes programs load code, run
/// others or trust other machines: such a one needs the manifest's explicit waiver with a reason.
pub fn check_name(name: &str) -> Result<(), SandboxError> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if name.is_empty() || !plain || name.starts_with(|first: char| first.is_ascii_digit()) {
        let message = format!("`{}` is no name of a variable: letters, digits and `_`", name.escape_debug());
        return Err(SandboxError::new("env.bad_name", message));
    }
    let upper = name.to_ascii_uppercase();
    // PATH and SHELL decide which programs run: they come from the agent and are never declared.
    let fixed = matches!(upper.as_str(), "PATH" | "SHELL" | "HOME" | "TMPDIR");
    let found =
        DANGEROUS.contains(&upper.as_str()) || DANGEROUS_PREFIXES.iter().any(|prefix| upper.starts_with(prefix));
    if fixed || found {
        let message = format!("`{name}` makes programs load code, run others or trust other machines");
        return Err(SandboxError::new("env.dangerous", message));
    }
    Ok(())
}

/// The whole environment of a child.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    values: BTreeMap<String, OsString>,
}

impl Environment {
    /// The base names with the values of the agent.
    pub fn of_agent() -> Environment {
        if !toolgen_model::enforced!("exec.environment") {
            let all = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
            return Environment { values: all.collect() };
        }
        Environment::from_values(|name| std::env::var_os(name))
    }

    /// The base names with the given values; nothing for a name without one.
    pub fn from_values(value: impl Fn(&str) -> Option<OsString>) -> Environment {
        let pairs = BASE_NAMES.iter().filter_map(|name| Some(((*name).to_owned(), value(name)?)));
        Environment { values: pairs.collect() }
    }

    /// Adds a variable that a tool declares.
    ///
    /// # Errors
    /// Those of [`check_name`], and `env.bad_value` for a value with a NUL in it.
    pub fn declare(&mut self, name: &str, value: impl Into<OsString>) -> Result<(), SandboxError> {
        check_name(name)?;
        self.declare_dangerous(name, value)
    }

    /// The same for a name that the manifest waives with a reason.
    ///
    /// # Errors
    /// `env.bad_name` and `env.bad_value`.
    pub fn declare_dangerous(&mut self, name: &str, value: impl Into<OsString>) -> Result<(), SandboxError> {
        if let Err(error) = check_name(name)
            && error.code == "env.bad_name"
        {
            return Err(error);
        }
        let value = value.into();
        if value.as_encoded_bytes().contains(&0) {
            return Err(SandboxError::new("env.bad_value", format!("the value of `{name}` contains a NUL")));
        }
        self.values.insert(name.to_owned(), value);
        Ok(())
    }

    /// Sets one of the base names.
    pub(super) fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.values.insert(name.to_owned(), value.into());
    }

    /// The names and values, sorted.
    pub(super) fn into_pairs(self) -> Vec<(String, OsString)> {
        self.values.into_iter().collect()
    }

    /// The names and values, sorted.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OsString)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_base_and_declared_names_pass() {
        let mut environment = Environment::from_values(|name| (name != "TERM").then(|| OsString::from("v")));
        environment.declare("MY_SETTING", "x").unwrap();
        let names: Vec<&str> = environment.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["HOME", "LANG", "LC_ALL", "LC_CTYPE", "MY_SETTING", "PATH", "SHELL", "TMPDIR", "USER"]);
    }

    #[test]
    fn dangerous_and_broken_names_are_refused() {
        for name in [
            "LD_PRELOAD",
            "LD_AUDIT",
            "DYLD_INSERT_LIBRARIES",
            "NODE_OPTIONS",
            "BASH_ENV",
            "ENV",
            "PYTHONSTARTUP",
            "PYTHONPATH",
            "PERL5OPT",
            "RUBYOPT",
            "GIT_CONFIG_COUNT",
            "GIT_SSH_COMMAND",
            "EDITOR",
            "PAGER",
            "GCONV_PATH",
            "NODE_EXTRA_CA_CERTS",
            "SSL_CERT_FILE",
            "HTTPS_PROXY",
            "https_proxy",
            "JAVA_TOOL_OPTIONS",
            "IFS",
            "PATH",
        ] {
            assert_eq!(check_name(name).map_err(|error| error.code), Err("env.dangerous"), "{name}");
        }
        for name in ["LD_PRELOAD ", "", "A=B", "1A", "A-B", "Ä", "A\0"] {
            assert_eq!(check_name(name).map_err(|error| error.code), Err("env.bad_name"), "{name:?}");
        }
        for name in ["API_BASE", "MY_TOKEN", "REGION", "LANGUAGE_MODEL", "_X1"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
    }
}
