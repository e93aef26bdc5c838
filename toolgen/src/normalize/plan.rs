//! A handler that is data, as declared, in; the plan that the runtime carries out, out.

use toolgen_model::effect::Effect;
use toolgen_model::handler::uri::{Expression, UriPart, UriTemplate, Variable};
use toolgen_model::handler::{self, Argument, CredentialKind, Format, Group};
use toolgen_model::json::Json;

use crate::diag::Spanned;
use crate::ir::{
    self, Arg, CommandHandler, Credential, Handler, HttpHandler, Method, OutputFormat, Part, Reference, Root, Template,
    Tool, UrlPart, Value,
};

/// What the runtime carries out, as JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// A [`handler::Command`]
    Command(String),
    /// A [`handler::Http`]
    Http(String),
}

/// The plan of a tool's handler; none where code answers, or a server.
pub(crate) fn plan(tool: &Tool) -> Option<Plan> {
    match &tool.handler.value {
        Handler::Command(command) => Some(Plan::Command(text(&self::command(command)))),
        Handler::Http(http) => Some(Plan::Http(text(&self::http(http, tool)))),
        Handler::Rust(_) | Handler::Mcp(_) => None,
    }
}

/// Plans are plain data, which always serializes.
fn text<T: serde::Serialize>(plan: &T) -> String {
    serde_json::to_string(plan).unwrap_or_default()
}

fn command(command: &CommandHandler) -> handler::Command {
    let output = &command.output;
    handler::Command {
        program: command.program.value.clone(),
        args: command.args.iter().map(argument).collect(),
        env: command.env.iter().map(|(name, value)| (name.value.clone(), template(value))).collect(),
        cwd: command.cwd.as_ref().map(template),
        stdin: command.stdin.as_ref().map(template),
        timeout_ms: command.timeout_ms.as_ref().map(|ms| ms.value),
        format: output.format.as_ref().map_or(Format::Text, |format| match format.value {
            OutputFormat::Text => Format::Text,
            OutputFormat::Lines => Format::Lines,
            OutputFormat::Json => Format::Json,
            OutputFormat::File => Format::File,
        }),
        max_bytes: output.max_bytes.as_ref().map(|most| most.value),
        file: output.file.as_ref().map(template),
        exit_codes: output.exit_codes.iter().map(|(code, name)| (code.value, name.value.clone())).collect(),
    }
}

fn http(http: &HttpHandler, tool: &Tool) -> handler::Http {
    // PUT and DELETE may be sent twice by their definition, and what only reads anyway.
    let by_method = matches!(http.method.value, Method::Get | Method::Head | Method::Put | Method::Delete);
    let reads = tool.effects.effect.as_ref().is_some_and(|effect| effect.value == Effect::Read);
    let declared = tool.effects.idempotent.as_ref().map(|idempotent| idempotent.value);
    let retry = http.retry.clone().unwrap_or_default();
    handler::Http {
        method: http.method.value.name().to_owned(),
        origin: http.url.origin(),
        path: UriTemplate(http.url.parts.iter().map(url_part).collect()),
        query: http.query.iter().map(|(name, query)| (name.value.clone(), value(query))).collect(),
        headers: http.headers.iter().map(|(name, header)| (name.value.clone(), template(header))).collect(),
        auth: http.credential.as_ref().map(credential),
        body: http.body.as_ref().map(|body| value(&body.value)),
        timeout_ms: http.timeout_ms.as_ref().map(|ms| ms.value),
        retry_on: retry.on.iter().map(|status| status.value).collect(),
        retries: retry.max.as_ref().map_or(0, |max| max.value),
        idempotent: declared.unwrap_or(by_method || reads),
        map: http.output.map.iter().map(|(name, place)| (name.value.clone(), place.value.clone())).collect(),
        max_bytes: http.output.max_bytes.as_ref().map(|most| most.value),
    }
}

fn url_part(part: &UrlPart) -> UriPart {
    match part {
        UrlPart::Text(text) => UriPart::Text(text.clone()),
        UrlPart::Expression { operator, variables } => UriPart::Expression(Expression {
            operator: *operator,
            variables: variables
                .iter()
                .map(|one| Variable { name: one.name.clone(), prefix: one.prefix, explode: one.explode })
                .collect(),
        }),
    }
}

fn credential(credential: &Credential) -> handler::Credential {
    let text = |value: &Option<Spanned<String>>| value.as_ref().map(|value| value.value.clone());
    let kind = match credential.kind.as_ref().map(|kind| kind.value) {
        Some(ir::CredentialKind::Basic) => CredentialKind::Basic(text(&credential.username)),
        Some(ir::CredentialKind::ApiKey) => match (text(&credential.header), text(&credential.query)) {
            (Some(header), _) => CredentialKind::Header(header),
            (None, query) => CredentialKind::Query(query.unwrap_or_default()),
        },
        Some(ir::CredentialKind::OAuth2) => CredentialKind::OAuth2 {
            token_url: text(&credential.token_url).unwrap_or_default(),
            scopes: credential.scopes.iter().map(|scope| scope.value.clone()).collect(),
        },
        Some(ir::CredentialKind::Bearer) | None => CredentialKind::Bearer,
    };
    handler::Credential {
        name: credential.name.value.clone(),
        kind,
        key_name: text(&credential.key_name),
        env_var: text(&credential.env_var),
        per_agent: credential.per_agent,
        hosts: credential.hosts.iter().map(|host| host.value.clone()).collect(),
    }
}

fn value(value: &Value) -> handler::Value {
    match value {
        Value::Null => handler::Value::Constant(Json::Null),
        Value::Bool(value) => handler::Value::Constant((*value).into()),
        Value::Number(number) => handler::Value::Constant(Json::Number(number.clone())),
        Value::Text(text) => handler::Value::Text(template(text)),
        Value::Array(items) => handler::Value::List(items.iter().map(self::value).collect()),
        Value::Object(entries) => {
            handler::Value::Object(entries.iter().map(|(key, one)| (key.value.clone(), self::value(one))).collect())
        }
    }
}

fn argument(arg: &Arg) -> Argument {
    match arg {
        Arg::One(one) => Argument::One(template(one)),
        Arg::Group { when, args, allow_options, .. } => Argument::Group(Group {
            when: when.as_ref().map(reference),
            args: args.iter().map(template).collect(),
            allow_options: allow_options.as_ref().is_some_and(|allow| allow.value),
        }),
    }
}

fn template(template: &Template) -> handler::Template {
    let parts = template.parts.iter().map(|part| match part {
        Part::Text(text) => handler::Part::Text(text.clone()),
        Part::Reference(one) => handler::Part::Value(reference(one)),
    });
    handler::Template(parts.collect())
}

fn reference(reference: &Reference) -> handler::Reference {
    let path = |steps: &[Spanned<String>]| steps.iter().map(|step| step.value.clone()).collect::<Vec<_>>();
    match reference.root {
        Root::Input => handler::Reference::Input(path(&reference.path)),
        Root::Context => handler::Reference::Context(path(&reference.path).join(".")),
    }
}
