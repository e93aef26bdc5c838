//! The ways on which calls come in, each with the name that policies and audit records have.

/// The way on which a call came in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Surface {
    /// Code of the same program
    #[default]
    Library,
    /// The command line
    Cli,
    /// The Model Context Protocol
    Mcp,
    /// The agent's own loop
    Agent,
    /// Another agent that handed the call on
    Delegate,
    /// A clock
    Schedule,
    /// The queue of background jobs
    Background,
}

impl Surface {
    /// All of them.
    pub const ALL: [Surface; 7] = [
        Surface::Library,
        Surface::Cli,
        Surface::Mcp,
        Surface::Agent,
        Surface::Delegate,
        Surface::Schedule,
        Surface::Background,
    ];

    /// `library`, `cli`, `mcp`, `agent`, `delegate`, `schedule` or `background`.
    pub fn name(self) -> &'static str {
        match self {
            Surface::Library => "library",
            Surface::Cli => "cli",
            Surface::Mcp => "mcp",
            Surface::Agent => "agent",
            Surface::Delegate => "delegate",
            Surface::Schedule => "schedule",
            Surface::Background => "background",
        }
    }

    /// The surface of that name.
    pub fn from_name(name: &str) -> Option<Surface> {
        Surface::ALL.into_iter().find(|surface| surface.name() == name)
    }
}
