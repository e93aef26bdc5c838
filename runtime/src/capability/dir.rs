//! Files of the workspace, as far as the tool's gate row says.
//!
//! Every path is resolved first, held against the scope, and then walked step by step without following
//! links from the workspace's open directory, so that nothing can be exchanged in between. A path that is plain and in
//! which the kernel meets no link is its own resolution, and takes one step.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::Dir as Opened;
use toolgen_model::gate::GateRow;

use super::place::{closed, escapes, place, workspace};
use super::scope::{Scope, named};
use crate::argument::{Misfit, Probe};
use crate::binding::Injected;
use crate::error::ToolError;
use crate::gate::Granted;
use crate::gate::hook::Policy;
use crate::slot::Slot;
use crate::tool::Kind;

#[cfg(target_os = "linux")]
mod plain;
mod read;
mod unpack;
mod write;

pub use read::{Entry, EntryKind};
pub use unpack::{Member, MemberKind, Unpacked};

/// Reading access, as in `&Dir<Read>`.
#[derive(Clone, Copy, Debug)]
pub enum Read {}
/// Writing access, as in `&Dir<Write>`.
#[derive(Clone, Copy, Debug)]
pub enum Write {}

/// [`Read`] or [`Write`].
pub trait Access: sealed::Sealed + Send + Sync + 'static {
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    fn scope(row: &GateRow) -> &[String];
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Read {}
    impl Sealed for super::Write {}
}

impl Access for Read {
    const NAME: &'static str = "read";
    fn scope(row: &GateRow) -> &[String] {
        &row.read
    }
}

impl Access for Write {
    const NAME: &'static str = "write";
    fn scope(row: &GateRow) -> &[String] {
        &row.write
    }
}

/// Files of the workspace that this call may read or write.
///
/// A handler takes it by reference: `dir: &Dir<Read>`. Paths are relative to the workspace; an absolute
/// one is accepted when it lies inside.
///
/// ```
/// use toolgen_runtime::{Dir, Read, Result, tool};
/// /// Read a file.
/// #[tool]
/// fn look(#[arg(read = "notes")] dir: &Dir<Read>) -> Result<String> {
///     dir.read_to_string("notes/a.txt")
/// }
/// ```
///
/// What it does not do does not compile. It reads, and writes nothing:
/// ```compile_fail
/// use toolgen_runtime::{Dir, Read, Result, tool};
/// /// Read a file.
/// #[tool]
/// fn look(#[arg(read = "notes")] dir: &Dir<Read>) -> Result<String> {
///     dir.write("notes/a.txt", b"x")?;
///     dir.read_to_string("notes/a.txt")
/// }
/// ```
/// It is not kept after the call:
/// ```compile_fail
/// use toolgen_runtime::{Dir, Read, Result, tool};
/// static KEPT: std::sync::OnceLock<&'static Dir<Read>> = std::sync::OnceLock::new();
/// /// Read a file.
/// #[tool]
/// fn look(#[arg(read = "notes")] dir: &Dir<Read>) -> Result<String> {
///     let _ = KEPT.set(dir);
///     dir.read_to_string("notes/a.txt")
/// }
/// ```
/// It does not go into a task that outlives the call:
/// ```compile_fail
/// use toolgen_runtime::{Dir, Read, Result, tool};
/// /// Read a file.
/// #[tool]
/// fn look(#[arg(read = "notes")] dir: &Dir<Read>) -> Result<String> {
///     std::thread::spawn(move || dir.read_to_string("notes/a.txt"));
///     dir.read_to_string("notes/a.txt")
/// }
/// ```
/// And nobody makes a third kind of access:
/// ```compile_fail
/// use toolgen_runtime::capability::dir::Access;
/// struct Everything;
/// impl Access for Everything {}
/// ```
pub struct Dir<A: Access> {
    /// The workspace as it was configured
    root: PathBuf,
    opened: Opened,
    /// What is covered, as it was written
    paths: Vec<String>,
    /// The workspace and the scope as they really lie; looked up for the first path that is not plain
    resolved: OnceLock<(PathBuf, Scope)>,
    /// The operator's policy, which closes places to the tool
    policy: Option<(Arc<dyn Policy>, &'static str)>,
    access: PhantomData<A>,
}

/// A place that was held against the scope.
struct Place {
    /// Its directory, relative to the workspace
    parent: PathBuf,
    /// Its name there; none for the workspace itself
    name: Option<PathBuf>,
}

impl<A: Access> Dir<A> {
    fn mint(granted: &Granted<'_>) -> Result<Dir<A>, ToolError> {
        let call = granted.call();
        let row = granted.row()?;
        let entries = A::scope(&row.gate);
        if entries.is_empty() {
            let text = format!("Tool '{}' has no permission to {} files", row.name, A::NAME);
            return Err(ToolError::new("PermissionDenied", text));
        }
        let policy = call.tools.guard().and_then(|guard| guard.policy().0);
        let policy = policy.map(|policy| (policy, call.tool.name));
        Ok(Dir { policy, ..Dir::within(call.tools.root(), named(entries, call.input()))? })
    }

    /// The directory of a workspace, as far as those paths cover it.
    pub(crate) fn within(root: PathBuf, paths: Vec<String>) -> Result<Dir<A>, ToolError> {
        let opened = Opened::open_ambient_dir(&root, ambient_authority()).map_err(|error| closed(&root, &error))?;
        Ok(Dir { root, opened, paths, resolved: OnceLock::new(), policy: None, access: PhantomData })
    }

    fn resolved(&self) -> Result<&(PathBuf, Scope), ToolError> {
        if let Some(resolved) = self.resolved.get() {
            return Ok(resolved);
        }
        let root = workspace(&self.root)?;
        let scope = Scope::of_paths(&root, &self.paths)?;
        Ok(self.resolved.get_or_init(|| (root, scope)))
    }

    fn place(&self, path: &str) -> Result<Place, ToolError> {
        let (root, scope) = self.resolved()?;
        let place = place(root, path)?;
        if !scope.covers(&place) && toolgen_model::enforced!("dir.scope") {
            let text = format!("This call has no permission to {} '{path}'", A::NAME);
            return Err(ToolError::new("PermissionDenied", text));
        }
        let closed = |(policy, tool): &(Arc<dyn Policy>, &str)| {
            policy.closes(tool, root, &place, A::NAME == Write::NAME).is_some()
        };
        if self.policy.as_ref().is_some_and(closed) {
            let text = format!("The policy closes '{path}' to this call.");
            return Err(
                ToolError::new("PermissionDenied", text).suggestion("Use another path; this one is not open to you.")
            );
        }
        let name = place.file_name().map(PathBuf::from);
        let parent = place.parent().map(Path::to_path_buf).unwrap_or_default();
        Ok(Place { parent, name })
    }

    /// The open directory of a place, without following a link on the way.
    fn parent(&self, place: &Place) -> io::Result<Opened> {
        place.parent.iter().try_fold(self.opened.try_clone()?, |at, step: &OsStr| at.open_dir_nofollow(step))
    }
}

/// An error of the file system in words.
fn fault(what: &str, path: &str, error: &io::Error) -> ToolError {
    match error.kind() {
        ErrorKind::NotFound => ToolError::new("FileNotFound", format!("File not found: {path}")),
        ErrorKind::PermissionDenied if error.raw_os_error().is_none() => escapes(path),
        _ => ToolError::new("ToolExecutionError", format!("'{path}' cannot be {what}: {error}")),
    }
}

impl<'call, A: Access> Injected<'call> for &'call Dir<A> {
    fn inject(granted: &Granted<'call>) -> Result<&'call Dir<A>, ToolError> {
        granted.hand_out(Dir::mint)
    }
}

impl<'call, A: Access> Probe<&'call Dir<A>> {
    /// No argument
    pub const KIND: Kind = Kind::Injected;
    /// Always there
    pub const OPTIONAL: bool = false;

    /// The directory, with the scope of this call.
    ///
    /// # Errors
    /// When the gate row does not allow it.
    pub fn take(granted: &Granted<'call>, _: &'call mut Slot<'call>) -> Result<&'call Dir<A>, Misfit> {
        Ok(granted.hand_out(Dir::mint)?)
    }

    /// No schema.
    pub fn schema() -> Option<schemars::Schema> {
        None
    }
}

impl<A: Access> fmt::Debug for Dir<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dir<{}>", A::NAME)
    }
}

#[cfg(test)]
mod tests;
