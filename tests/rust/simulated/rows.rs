//! The lines that the provider simulator dumped, and how an exchange in them is recorded.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::Target;
use rethought::wires::resolve_target;
use serde_json::Value;

/// A dump: the variable that names another file than `target/<name>.ndjson`, and the program that writes it.
pub struct Dump {
    pub name: &'static str,
    pub variable: &'static str,
    pub writer: &'static str,
}

impl Dump {
    pub fn path(&self) -> PathBuf {
        let default = || format!("{}/target/{}.ndjson", env!("CARGO_MANIFEST_DIR"), self.name);
        std::env::var(self.variable).unwrap_or_else(|_| default()).into()
    }

    /// Its lines. The tests that read them are ignored unless they are asked for, so a dump that is not there fails them.
    pub fn lines(&self) -> impl Iterator<Item = Value> {
        let path = self.path();
        let file = File::open(&path).unwrap_or_else(|_| panic!("{} is not here: node {} {0} writes it", path.display(), self.writer));
        BufReader::new(file).lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap())
    }
}

/// Where an exchange went.
pub fn target_of(step: &Value) -> Target {
    let mut target = step["target"].clone();
    // A server that runs anywhere goes by the name of its dialect.
    if let Some(dialect) = target["host"].as_str().and_then(|host| host.strip_suffix(".local")) {
        target["host"] = dialect.into();
    }
    // Equal input in one account is one conversation (law 8). In a crowd each conversation has a key of its own. A name that all users share is no account.
    if let Some(conversation) = step["conversation"].as_u64() {
        target["credential"] = format!("key of conversation {conversation}").into();
        if let Some("key-a" | "project-a") = target["account"].as_str() {
            target["account"] = Value::Null;
        }
    }
    resolve_target(scan(target.to_string().as_bytes()).unwrap().root(), Some(&scan(request_of(step).as_bytes()).unwrap())).unwrap()
}

/// The request that was sent.
pub fn request_of(step: &Value) -> &str {
    step["request"].as_str().unwrap()
}

/// The answer, and `true` if it is a stream; `None` if the exchange is about to happen.
pub fn answer_of(step: &Value) -> Option<(&str, bool)> {
    let stream = || step["stream"].as_str().map(|stream| (stream, true));
    step["response"].as_str().map(|body| (body, false)).or_else(stream)
}

/// Records an exchange.
pub fn record(ledger: &mut Ledger, step: &Value) {
    let (target, request) = (target_of(step), request_of(step).as_bytes());
    match answer_of(step) {
        Some((body, false)) => ledger.record(&target, request, body.as_bytes()).unwrap(),
        Some((stream, true)) => ledger.record_stream(&target, request, stream.as_bytes()).unwrap(),
        None => {}
    }
}

/// The name of a line in what a test prints.
pub fn place_of(row: &Value) -> String {
    let world = row["world"].as_u64().map(|world| format!("world {world}, ")).unwrap_or_default();
    format!("{world}{} {} «{}»", row["kind"].as_str().unwrap(), row["seed"], row["damage"].as_str().unwrap_or("whole"))
}
