//! rmcp: a call in, through the router that is kept or the one that `#[tool_handler]` builds, the reply out.
//!
//! The arguments are parsed into the object that rmcp takes; the reply is rmcp's own value and is not
//! written as text. The tokio runtime and the peer are made before the clock starts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bench_workload::{Call, Rival};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{CallToolRequestParams, CallToolResponse, NumberOrString};
use rmcp::service::{Peer, RequestContext, RunningService, serve_directly};
use rmcp::{RoleServer, ServerHandler};
use tokio::runtime::Runtime;

macro_rules! size {
    ($module:ident, $file:literal) => {
        #[allow(missing_docs)]
        pub mod $module {
            include!(concat!(env!("OUT_DIR"), "/", $file));

            impl super::Tools for Server {
                fn new() -> Server {
                    Server
                }

                fn router() -> super::ToolRouter<Server> {
                    Server::tool_router()
                }
            }
        }
    };
}
size!(n1, "n1.rs");
size!(n50, "n50.rs");
size!(n500, "n500.rs");

trait Tools: ServerHandler + Clone {
    fn new() -> Self;
    fn router() -> ToolRouter<Self>;
}

/// What a server has before it knows a tool.
struct Host<S: Tools> {
    tokio: Runtime,
    running: RunningService<RoleServer, S>,
}

impl<S: Tools> Host<S> {
    fn start() -> std::io::Result<Host<S>> {
        let tokio = tokio::runtime::Builder::new_current_thread().build()?;
        let running = tokio.block_on(async {
            let (near, _) = tokio::io::duplex(64);
            serve_directly(S::new(), near, None)
        });
        Ok(Host { tokio, running })
    }
}

fn text(response: Result<CallToolResponse, rmcp::ErrorData>) -> Result<String, String> {
    match response {
        Ok(CallToolResponse::Complete(result)) => {
            let text = result.content.first().and_then(|content| content.as_text());
            text.map(|text| text.text.clone()).ok_or_else(|| "a reply without text".into())
        }
        Ok(_) => Err("no complete reply".into()),
        Err(error) => Err(error.to_string()),
    }
}

struct Rmcp<S: Tools> {
    host: Host<S>,
    server: S,
    /// None where `#[tool_handler]` builds it at each call
    kept: Option<ToolRouter<S>>,
}

impl<S: Tools> Rmcp<S> {
    async fn call(&self, call: &Call, peer: &Peer<RoleServer>) -> Option<Result<CallToolResponse, rmcp::ErrorData>> {
        let arguments = serde_json::from_str(&call.arguments).ok()?;
        let request = CallToolRequestParams::new(call.name.clone()).with_arguments(arguments);
        let context = RequestContext::new(NumberOrString::Number(1), peer.clone());
        Some(match &self.kept {
            Some(router) => router.call(ToolCallContext::new(&self.server, request, context)).await,
            None => self.server.call_tool(request, context).await,
        })
    }
}

impl<S: Tools> Rival for Rmcp<S> {
    fn name(&self) -> &'static str {
        if self.kept.is_some() { "rmcp-kept" } else { "rmcp-default" }
    }

    fn run(&mut self, calls: &[Call]) {
        let peer = self.host.running.peer();
        self.host.tokio.block_on(async {
            for call in calls {
                let _ = black_box(self.call(black_box(call), peer).await);
            }
        });
    }

    fn reply(&mut self, call: &Call) -> Result<String, String> {
        let reply = self.host.tokio.block_on(self.call(call, self.host.running.peer()));
        text(reply.ok_or("arguments that are no object")?)
    }
}

fn boxed<S: Tools>(kept: Option<ToolRouter<S>>) -> Option<Box<dyn Rival>> {
    Some(Box::new(Rmcp { host: Host::<S>::start().ok()?, server: S::new(), kept }))
}

/// A server that keeps its router; none for a size that was not generated.
pub fn kept(tools: usize) -> Option<Box<dyn Rival>> {
    match tools {
        1 => boxed(Some(n1::Server::router())),
        50 => boxed(Some(n50::Server::router())),
        500 => boxed(Some(n500::Server::router())),
        _ => None,
    }
}

/// A server as `#[tool_handler]` makes it: the router is built at each call.
pub fn rebuilt(tools: usize) -> Option<Box<dyn Rival>> {
    match tools {
        1 => boxed::<n1::Server>(None),
        50 => boxed::<n50::Server>(None),
        500 => boxed::<n500::Server>(None),
        _ => None,
    }
}

/// From a running host without tools to the end of the first call, with the router built once.
pub fn first_call(tools: usize, call: &Call) -> Option<Duration> {
    fn timed<S: Tools>(call: &Call) -> Option<Duration> {
        let host = Host::<S>::start().ok()?;
        let start = Instant::now();
        let mut rival = Rmcp { host, server: S::new(), kept: Some(S::router()) };
        rival.run(std::slice::from_ref(call));
        Some(start.elapsed())
    }
    match tools {
        1 => timed::<n1::Server>(call),
        50 => timed::<n50::Server>(call),
        500 => timed::<n500::Server>(call),
        _ => None,
    }
}
