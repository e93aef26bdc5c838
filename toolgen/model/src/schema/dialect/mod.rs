//! Dialects: a tool in canonical form in, the object that a provider's API takes, the way back and the
//! losses out.
//!
//! Each dialect is one file that reads like the table of what the provider takes. Arguments go through
//! [`BackMap::apply`] and are then validated against the canonical schema, so a wire that accepts more
//! never lets a wrong call through. Whatever does not arrive as it was is a [`Loss`].

mod accept;
mod back;
mod forth;
mod loss;
mod lower;
mod name;
mod pattern;
mod projection;
mod root;
mod rules;
mod satisfiable;
mod walk;

mod anima_mcp;
mod anthropic;
mod anthropic_strict;
mod bedrock;
mod canonical;
mod gemini;
mod gemini_openapi;
mod groq;
mod llamacpp;
mod mcp;
mod mfjs;
mod mistral;
mod moonshot;
mod ollama;
mod openai;
mod openai_responses;
mod openai_strict;
mod prx;
mod text;
mod xai;

use crate::catalog::Row;
pub use accept::{AcceptFault, Budget, accept, budget};
pub use back::{BackFault, BackMap};
pub use loss::{Loss, Refusal, Relation};
pub use mfjs::{DEPTH as MOONSHOT_DEPTH, moonshot_format};
pub use projection::Projection;

macro_rules! dialects {
    ($($(#[$doc:meta])* $variant:ident = $name:literal => $project:expr, $accepts:expr;)*) => {
        /// A provider's form of a tool.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Dialect {
            $($(#[$doc])* $variant,)*
        }

        impl Dialect {
            /// All dialects.
            pub const ALL: [Dialect; [$($name),*].len()] = [$(Dialect::$variant),*];

            /// The name that `--dialect` takes.
            pub fn name(self) -> &'static str {
                match self { $(Dialect::$variant => $name,)* }
            }

            fn project(self, row: &Row) -> Result<Projection, Refusal> {
                match self { $(Dialect::$variant => $project(row),)* }
            }

            fn accepts(self) -> &'static accept::Accepts {
                match self { $(Dialect::$variant => &$accepts,)* }
            }
        }
    };
}

dialects! {
    /// Our own canonical form: `{name, title?, description, inputSchema, outputSchema?}`
    Canonical = "canonical" => canonical::project, accept::ANY;
    /// MCP, the newest revision (2026-07-28)
    Mcp = "mcp" => mcp::project_2026_07_28, mcp::ACCEPTS;
    /// MCP 2025-06-18
    Mcp20250618 = "mcp-2025-06-18" => mcp::project_2025_06_18, mcp::ACCEPTS;
    /// MCP 2025-11-25
    Mcp20251125 = "mcp-2025-11-25" => mcp::project_2025_11_25, mcp::ACCEPTS;
    /// MCP 2026-07-28
    Mcp20260728 = "mcp-2026-07-28" => mcp::project_2026_07_28, mcp::ACCEPTS;
    /// Anthropic Messages, not strict
    Anthropic = "anthropic" => anthropic::project, anthropic::ACCEPTS;
    /// Anthropic Messages, strict
    AnthropicStrict = "anthropic-strict" => anthropic_strict::project, anthropic_strict::ACCEPTS;
    /// OpenAI chat completions, not strict
    OpenAi = "openai" => openai::project, openai::ACCEPTS;
    /// OpenAI responses, not strict
    OpenAiResponses = "openai-responses" => openai_responses::project, openai::ACCEPTS;
    /// OpenAI chat completions, strict
    OpenAiStrict = "openai-strict" => openai_strict::project, openai_strict::ACCEPTS;
    /// Gemini, `parametersJsonSchema`
    Gemini = "gemini" => gemini::project, gemini::ACCEPTS;
    /// Gemini, `parameters`
    GeminiOpenApi = "gemini-openapi" => gemini_openapi::project, gemini_openapi::ACCEPTS;
    /// Bedrock Converse
    Bedrock = "bedrock" => bedrock::project, bedrock::ACCEPTS;
    /// Mistral
    Mistral = "mistral" => mistral::project, mistral::ACCEPTS;
    /// xAI
    Xai = "xai" => xai::project, xai::ACCEPTS;
    /// Groq
    Groq = "groq" => groq::project, groq::ACCEPTS;
    /// Moonshot
    Moonshot = "moonshot" => moonshot::project, moonshot::ACCEPTS;
    /// Ollama
    Ollama = "ollama" => ollama::project, ollama::ACCEPTS;
    /// llama.cpp's server
    LlamaCpp = "llamacpp" => llamacpp::project, llamacpp::ACCEPTS;
    /// A Markdown list, for models without tools
    Text = "text" => text::project, accept::ANY;
    /// MCP as AnimaWorks serves it: whole numbers may come as text
    AnimaMcp = "anima-mcp" => anima_mcp::project, mcp::ACCEPTS;
    /// The strategy `gemini` of SchemaCleanr
    PrxGemini = "prx-gemini" => prx::gemini, accept::ANY;
    /// The strategy `anthropic` of SchemaCleanr
    PrxAnthropic = "prx-anthropic" => prx::anthropic, accept::ANY;
    /// The strategy `openai` of SchemaCleanr
    PrxOpenAi = "prx-openai" => prx::openai, accept::ANY;
    /// The strategy `conservative` of SchemaCleanr
    PrxConservative = "prx-conservative" => prx::conservative, accept::ANY;
}

impl Dialect {
    /// The dialect of that name; [`Dialect::ALL`] has those that there are.
    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

/// The tool as `dialect` takes it.
///
/// # Errors
/// A refusal that names the tool and the place, when the dialect cannot express it or no call could
/// ever be right. The other tools of the request can still go.
pub fn project(row: &Row, dialect: Dialect) -> Result<Projection, Refusal> {
    satisfiable::check(&row.input).and_then(|()| dialect.project(row)).map_err(|refusal| Refusal {
        tool: row.name.clone(),
        dialect: dialect.name(),
        ..refusal
    })
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_budget;
#[cfg(test)]
mod tests_strict;
