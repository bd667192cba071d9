//! The tables of models and hosts, as TypeScript.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::{Record, unknown};

/// A row of the caller's that outranks the tables: if `if` fits what is known of the target, the members of `set` hold of it.
#[derive(Serialize, Deserialize, Tsify)]
pub struct ModelRow {
    /// A query to the profile of the target, such as `wire=anthropic-messages name^claude-next`.
    pub r#if: String,
    /// The members that hold then.
    pub set: Record<String, unknown>,
    /// The day from which it holds, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub since: Option<unknown>,
    /// Who says so, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub source: Option<unknown>,
    /// When that was last read, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub date: Option<unknown>,
}

/// A model that the tables know by name. Their rows say what holds of it.
#[derive(Serialize, Deserialize, Tsify)]
pub struct ModelName {
    /// The name without vendor or region, in lower case, with dashes for points.
    pub model: String,
    /// Who says so.
    pub source: String,
    /// When that was last read.
    pub date: String,
}

/// A row of the caller's for a host. It takes the place of the shipped row for what it names; its facts add to the shipped ones, and outrank them.
#[derive(Serialize, Deserialize, Tsify)]
pub struct HostRow {
    /// The name of the host and of its dialect.
    pub name: String,
    /// Its domains, with everything below them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly string[] | undefined")]
    pub domains: Option<unknown>,
    /// Who made the models, if it is one vendor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub vendor: Option<unknown>,
    /// The service that carries them; without it, the host's own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub surface: Option<unknown>,
    /// True if the models of several vendors are reached on one wire.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "boolean | undefined")]
    pub gateway: Option<unknown>,
    /// The wires that it is known to speak.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly Wire[] | undefined")]
    pub wires: Option<unknown>,
    /// The members of a chat message in which it emits reasoning; without them it is no dialect.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly string[] | undefined")]
    pub emits: Option<unknown>,
    /// The members in which it reads reasoning back, the one it prefers first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly string[] | undefined")]
    pub reads: Option<unknown>,
    /// The members for which it refuses a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly string[] | undefined")]
    pub refuses: Option<unknown>,
    /// The members that it takes and does not look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly string[] | undefined")]
    pub ignores: Option<unknown>,
    /// The facts that an audit needs by model and day. They hold at this host alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly ModelRow[] | undefined")]
    pub facts: Option<unknown>,
    /// Why, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub note: Option<unknown>,
    /// Who says so, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub source: Option<unknown>,
    /// When that was read, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub date: Option<unknown>,
}

/// The tables of models and hosts, as `rethought/tables` has them and `tables.schema.json` describes them.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Tables {
    /// The version of this shape.
    #[tsify(type = "1")]
    pub version: u8,
    /// The day of the newest row.
    pub date: String,
    /// The models that are known by name.
    #[tsify(type = "readonly ModelName[]")]
    pub names: unknown,
    /// The facts of models, each with a query to the profile of a target. A later row outranks an earlier one.
    #[tsify(type = "readonly ModelRow[]")]
    pub models: unknown,
    /// The hosts and their dialects.
    #[tsify(type = "readonly HostRow[]")]
    pub hosts: unknown,
}
