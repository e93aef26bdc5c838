//! The tools of one agent: the static table, and what the program adds to it before the first call.

use std::any::{Any, TypeId};
use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use toolgen_model::catalog::{Catalog, Registry, Row};
use toolgen_model::id::ToolId;

use crate::config::Config;
use crate::error::ToolError;
use crate::gate::Approver;
use crate::gate::approval::State as Approval;
use crate::gate::approval::ledger::Ledger;
use crate::gate::guard::Guard;
use crate::handler::Mock;
#[cfg(feature = "net")]
use crate::handler::http::credential::Credentials;
use crate::row;
use crate::state::State;
use crate::table::Table;
use crate::tool::Tool;

mod configured;
mod guarded;
mod listed;
#[cfg(feature = "policy")]
mod under;

pub(crate) use listed::{Found, hidden};

/// A table, the shared state of its tools, and the configuration.
pub struct Tools {
    table: &'static Table,
    states: Vec<(TypeId, Box<dyn Any + Send + Sync>)>,
    /// What the program set
    own: Config,
    /// The same over what the operator said; another after a reload
    config: RwLock<Arc<Config>>,
    registry: Registry,
    grants: BTreeSet<ToolId>,
    approver: Option<Arc<dyn Approver>>,
    workspace: Option<PathBuf>,
    mock: Option<Mock>,
    #[cfg(feature = "net")]
    credentials: Option<Arc<dyn Credentials>>,
    #[cfg(feature = "net")]
    network: crate::capability::net::Network,
    guard: Option<Box<Guard>>,
    ledger: Ledger,
    #[cfg(feature = "policy")]
    live: Option<toolgen_policy::live::Live>,
}

impl Table {
    /// The tools with a first shared state.
    pub fn with<T: Send + Sync + 'static>(&'static self, state: T) -> Tools {
        Tools::from(self).with(state)
    }
}

impl From<&'static Table> for Tools {
    fn from(table: &'static Table) -> Tools {
        Tools {
            table,
            states: Vec::new(),
            own: Config::new(),
            config: RwLock::default(),
            registry: Registry::All,
            grants: BTreeSet::new(),
            approver: None,
            workspace: None,
            mock: None,
            #[cfg(feature = "net")]
            credentials: None,
            #[cfg(feature = "net")]
            network: crate::capability::net::Network::default(),
            guard: None,
            ledger: Ledger::default(),
            #[cfg(feature = "policy")]
            live: None,
        }
    }
}

impl Tools {
    /// The same with the shared state that methods of `T` run on. A second of one type replaces the first.
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(mut self, state: T) -> Tools {
        self.states.retain(|(id, _)| *id != TypeId::of::<T>());
        self.states.push((TypeId::of::<T>(), Box::new(State(state))));
        self
    }

    /// The same with that configuration.
    #[must_use]
    pub fn config(mut self, config: Config) -> Tools {
        self.own = config;
        self.configured(Config::new())
    }

    /// The same, of that registry only.
    #[must_use]
    pub fn registry(mut self, registry: Registry) -> Tools {
        self.registry = registry;
        self
    }

    /// The same with the explicit grant that a gated action needs.
    #[must_use]
    pub fn grant(mut self, tool: impl Into<String>, action: impl Into<String>) -> Tools {
        self.grants.insert(ToolId { tool: tool.into(), action: Some(action.into()) });
        self
    }

    /// The same with the explicit grant that a gated tool of one action needs.
    #[must_use]
    pub fn grant_tool(mut self, tool: impl Into<String>) -> Tools {
        self.grants.insert(ToolId { tool: tool.into(), action: None });
        self
    }

    /// The same with somebody who is asked about supervised calls. Without one they are denied.
    #[must_use]
    pub fn approver(mut self, approver: impl Approver + 'static) -> Tools {
        self.approver = Some(Arc::new(approver));
        self
    }

    /// The same with an approver, unless there is one.
    #[must_use]
    pub fn approver_if_none(self, approver: impl Approver + 'static) -> Tools {
        if self.approver.is_some() { self } else { self.approver(approver) }
    }

    /// The same with that configuration under what is set already.
    #[must_use]
    pub fn default_config(mut self, config: Config) -> Tools {
        self.own = self.own.over(config);
        self.configured(Config::new())
    }

    /// The same over what the operator said.
    fn configured(self, said: Config) -> Tools {
        self.configure(said);
        self
    }

    /// Puts what the operator says now in the place of what was said before.
    fn configure(&self, said: Config) {
        let next = Arc::new(self.own.clone().over(said));
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = next;
    }

    /// The same with the directory that file tools stay in; otherwise the current one.
    #[must_use]
    pub fn workspace(mut self, path: impl Into<PathBuf>) -> Tools {
        self.workspace = Some(path.into());
        self
    }

    /// The same with somebody else who keeps the secrets of `http` handlers than the configuration, the vault and the
    /// environment.
    #[cfg(feature = "net")]
    #[must_use]
    pub fn credentials(mut self, keeper: impl Credentials + 'static) -> Tools {
        self.credentials = Some(Arc::new(keeper));
        self
    }

    /// The same with that network. What the configuration allows under `net.allow_private` is added.
    #[cfg(feature = "net")]
    #[must_use]
    pub fn network(mut self, network: crate::capability::net::Network) -> Tools {
        self.network = network;
        self
    }

    /// The table.
    pub fn table(&self) -> &'static Table {
        self.table
    }

    /// The catalog row of a tool, complete.
    ///
    /// # Errors
    /// `InitError` when a type's schema has no canonical form.
    pub fn row(&self, tool: &'static Tool) -> Result<&'static Row, ToolError> {
        row::compiled(tool).map(|compiled| &compiled.row)
    }

    /// The catalog of all tools in the table, callable or not.
    ///
    /// # Errors
    /// As of [`Tools::row`].
    pub fn catalog(&self) -> Result<Catalog, ToolError> {
        let rows: Result<Vec<Row>, ToolError> = self.table.iter().map(row::fresh).collect();
        Ok(Catalog::new(self.table.package, self.table.version, rows?))
    }

    pub(crate) fn state<T: 'static>(&self) -> Option<&State<T>> {
        self.states.iter().find(|(id, _)| *id == TypeId::of::<T>()).and_then(|(_, state)| state.downcast_ref())
    }

    pub(crate) fn grants(&self, id: &ToolId) -> bool {
        self.grants.contains(id)
    }

    /// The same with a world that only answers, for the tests of cases.
    pub(crate) fn mocked(mut self, mock: Mock) -> Tools {
        self.mock = Some(mock);
        self
    }

    /// What stands in for the world, in the tests of cases.
    pub(crate) fn mock(&self) -> Option<&Mock> {
        self.mock.as_ref()
    }

    pub(crate) fn asks(&self) -> Option<&dyn Approver> {
        self.approver.as_deref()
    }

    /// The configuration of this moment: what the program set, and below it what the operator said.
    pub fn configuration(&self) -> Arc<Config> {
        Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// How far the approval of that question came; none when there was no such question, or too long ago.
    pub fn approval(&self, question: u64) -> Option<Approval> {
        self.ledger.state(question)
    }

    /// The workspace as it really lies; as it is written where it cannot be opened.
    pub(crate) fn place(&self) -> PathBuf {
        let root = self.root();
        std::fs::canonicalize(&root).unwrap_or(root)
    }

    /// Who keeps secrets, where the program named somebody.
    #[cfg(feature = "net")]
    pub(crate) fn keeps(&self) -> Option<&dyn Credentials> {
        self.credentials.as_deref()
    }

    /// The network with what the configuration allows.
    #[cfg(feature = "net")]
    pub(crate) fn reaches(&self) -> Result<crate::capability::net::Network, ToolError> {
        self.network.clone().configured(&self.configuration(), &self.root())
    }

    /// The directory that file tools stay in.
    pub(crate) fn root(&self) -> PathBuf {
        self.workspace.clone().unwrap_or_else(|| PathBuf::from("."))
    }
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tools").field("package", &self.table.package).finish_non_exhaustive()
    }
}
