//! The counters: which of them in, its window out.

use std::collections::HashMap;
use std::fmt;

use toolgen_model::json::{Json, Object};

use super::window::Window;
use super::{DAY, HOUR};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key<'a> {
    Actions,
    Cents,
    Tool(&'a str),
    Agent(&'a str),
}

impl Key<'_> {
    /// The code of a refusal for its sake.
    pub(super) fn code(self) -> &'static str {
        match self {
            Key::Actions => "rate.actions",
            Key::Cents => "rate.cost",
            Key::Tool(_) => "rate.tool",
            Key::Agent(_) => "rate.agent",
        }
    }

    fn period(self) -> u64 {
        if self == Key::Cents { DAY } else { HOUR }
    }
}

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Actions => f.write_str("actions an hour"),
            Key::Cents => f.write_str("cents a day"),
            Key::Tool(name) => write!(f, "calls of `{name}` an hour"),
            Key::Agent(name) => write!(f, "calls of agent `{name}` an hour"),
        }
    }
}

/// All counters.
#[derive(Debug, Default)]
pub(super) struct State {
    actions: Option<Window>,
    cents: Option<Window>,
    tools: Named,
    agents: Named,
}

/// Windows by name. A name that is known costs no allocation.
#[derive(Debug, Default)]
struct Named {
    places: HashMap<String, usize>,
    windows: Vec<Window>,
}

impl Named {
    fn window(&mut self, name: &str, new: impl FnOnce() -> Window) -> &mut Window {
        let place = self.places.get(name).copied().unwrap_or_else(|| {
            self.places.insert(name.to_owned(), self.windows.len());
            self.windows.push(new());
            self.windows.len() - 1
        });
        &mut self.windows[place]
    }
}

impl State {
    /// The window of a counter, made when it is first needed.
    pub(super) fn window(&mut self, key: Key<'_>, now: u64) -> &mut Window {
        let new = || Window::new(key.period(), now);
        match key {
            Key::Actions => self.actions.get_or_insert_with(new),
            Key::Cents => self.cents.get_or_insert_with(new),
            Key::Tool(name) => self.tools.window(name, new),
            Key::Agent(name) => self.agents.window(name, new),
        }
    }

    /// Whatever counts something, as data.
    pub(super) fn to_json(&self) -> Json {
        let mut object = Object::new();
        for (key, window) in [("actions", &self.actions), ("cents", &self.cents)] {
            if let Some(window) = window {
                object.insert(key, write(window));
            }
        }
        for (key, map) in [("tools", &self.tools), ("agents", &self.agents)] {
            let windows = map.places.iter().map(|(name, place)| (name.clone(), write(&map.windows[*place])));
            let windows: Object = windows.collect();
            object.insert(key, windows);
        }
        Json::Object(object)
    }

    /// The counters of such data; none when it is something else.
    pub(super) fn of(json: &Json) -> Option<State> {
        let one = |key: &str, period| json.get(key).map(|window| read(window, period));
        let all = |key: &str| -> Option<Named> {
            let mut named = Named::default();
            for (name, window) in json.get(key)?.as_object()?.iter() {
                let window = read(window, HOUR)?;
                named.window(name, || window);
            }
            Some(named)
        };
        let (actions, cents) = (one("actions", HOUR), one("cents", DAY));
        if actions == Some(None) || cents == Some(None) {
            return None;
        }
        Some(State { actions: actions.flatten(), cents: cents.flatten(), tools: all("tools")?, agents: all("agents")? })
    }
}

fn write(window: &Window) -> Json {
    let (start, parts) = window.state();
    let mut object = Object::new();
    object.insert("start", start);
    object.insert("parts", Json::Array(parts.iter().map(|part| Json::from(*part)).collect()));
    Json::Object(object)
}

fn read(json: &Json, period: u64) -> Option<Window> {
    let parts: Option<Vec<u64>> = json.get("parts")?.as_array()?.iter().map(Json::as_u64).collect();
    Some(Window::of(period, json.get("start")?.as_u64()?, parts?))
}
