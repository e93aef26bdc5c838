//! A control group of the call's own, where this process may make one: the kernel then refuses to start more
//! processes than allowed, also for root, whom no other limit binds.

use std::fs;
use std::path::{Path, PathBuf};

/// The group. It is left and removed when this is dropped.
#[derive(Debug)]
pub(super) struct Cgroup {
    parent: PathBuf,
    folder: PathBuf,
}

impl Cgroup {
    /// Moves this process into a new group that holds at most that many processes and threads. None where that
    /// is not possible, which is the usual case without root.
    pub(super) fn join(processes: u64) -> Option<Cgroup> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let parent = group_of("pids", &mounts, &own)?;
        let folder = parent.join(format!("toolgen-{}", std::process::id()));
        fs::create_dir(&folder).ok()?;
        let group = Cgroup { parent, folder };
        fs::write(group.folder.join("pids.max"), processes.to_string()).ok()?;
        fs::write(group.folder.join("cgroup.procs"), "0").ok()?;
        Some(group)
    }

    /// Whether the kernel has refused to start a process.
    pub(super) fn has_refused(&self) -> bool {
        let events = fs::read_to_string(self.folder.join("pids.events")).unwrap_or_default();
        events.lines().any(|line| line.strip_prefix("max ").is_some_and(|count| count.trim() != "0"))
    }

    /// Ends everything else in the group at once, where the kernel can.
    pub(super) fn kill(&self) {
        let order = self.folder.join("cgroup.kill");
        if order.exists() && fs::write(self.parent.join("cgroup.procs"), "0").is_ok() {
            let _ = fs::write(order, "1");
        }
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        let _ = fs::write(self.parent.join("cgroup.procs"), "0");
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The folder of the group that this process is in, for a controller: version 1 first, then version 2.
fn group_of(controller: &str, mounts: &str, own: &str) -> Option<PathBuf> {
    let group = |wanted: &dyn Fn(&str) -> bool| {
        own.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let controllers = parts.next()?;
            wanted(controllers).then(|| parts.next()).flatten()
        })
    };
    let mount = |wanted: &dyn Fn(&str, &str) -> bool| {
        mounts.lines().find_map(|line| {
            let (left, right) = line.split_once(" - ")?;
            let mut right = right.split(' ');
            let kind = right.next()?;
            let options = right.nth(1)?;
            let mut left = left.split(' ').skip(3);
            let (root, place) = (left.next()?, left.next()?);
            wanted(kind, options).then_some((root, place))
        })
    };
    let named = |list: &str| list.split(',').any(|name| name == controller);
    let first =
        group(&|controllers| named(controllers)).zip(mount(&|kind, options| kind == "cgroup" && named(options)));
    let (path, (root, place)) = first.or_else(|| group(&str::is_empty).zip(mount(&|kind, _| kind == "cgroup2")))?;
    // What is mounted may itself be a part of the tree.
    let below = Path::new(path).strip_prefix(root).ok()?;
    Some(Path::new(place).join(below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_group_is_found_in_both_versions() {
        let mounts = "36 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n\
                      41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        let own = "8:pids:/a/b\n4:memory:/x\n0::/c\n";
        assert_eq!(group_of("pids", mounts, own), Some("/sys/fs/cgroup/pids/a/b".into()));
        let second = "41 31 0:38 /slice /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        assert_eq!(group_of("pids", second, "0::/slice/me\n"), Some("/sys/fs/cgroup/me".into()));
        assert_eq!(group_of("pids", second, "0::/elsewhere\n"), None);
        assert_eq!(group_of("pids", "", ""), None);
    }
}
