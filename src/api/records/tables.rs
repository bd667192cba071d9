//! The tables of models and hosts, as callers give them and `rethought/tables` has them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

use super::target::Wire;

/// A row of the caller's that outranks the tables: if `if` fits what is known of the target, the members of `set` hold of it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ModelRow {
    /// A query to the profile of the target, such as `wire=anthropic-messages name^claude-next`.
    pub r#if: String,
    /// The members that hold then.
    #[cfg_attr(typescript, tsify(type = "Record<string, unknown>"))]
    pub set: BTreeMap<String, Box<RawValue>>,
    /// The day from which it holds, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub since: Option<String>,
    /// Who says so, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub source: Option<String>,
    /// When that was last read, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub date: Option<String>,
}

/// A model that the tables know by name. Their rows say what holds of it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ModelName {
    /// The name without vendor or region, in lower case, with dashes for points.
    pub model: String,
    /// Who says so.
    pub source: String,
    /// When that was last read.
    pub date: String,
}

/// A row of the caller's for a host. It takes the place of the shipped row for what it names; its facts add to the shipped ones, and outrank them.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct HostRow {
    /// The name of the host and of its dialect.
    pub name: String,
    /// Its domains, with everything below them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly string[] | undefined"))]
    pub domains: Option<Vec<String>>,
    /// Who made the models, if it is one vendor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub vendor: Option<String>,
    /// The service that carries them; without it, the host's own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub surface: Option<String>,
    /// True if the models of several vendors are reached on one wire.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "boolean | undefined"))]
    pub gateway: Option<bool>,
    /// The wires that it is known to have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly Wire[] | undefined"))]
    pub wires: Option<Vec<Wire>>,
    /// The members of a chat message in which it emits reasoning; without them it is not a dialect.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly string[] | undefined"))]
    pub emits: Option<Vec<String>>,
    /// The members in which it reads reasoning back, the one it prefers first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly string[] | undefined"))]
    pub reads: Option<Vec<String>>,
    /// The members for which it refuses a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly string[] | undefined"))]
    pub refuses: Option<Vec<String>>,
    /// The members that it accepts and ignores.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly string[] | undefined"))]
    pub ignores: Option<Vec<String>>,
    /// The facts that an audit needs by model and day. They hold at this host alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly ModelRow[] | undefined"))]
    pub facts: Option<Vec<ModelRow>>,
    /// Why, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub note: Option<String>,
    /// Who says so, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub source: Option<String>,
    /// When that was read, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub date: Option<String>,
}

/// The tables of models and hosts, as `rethought/tables` has them and `tables.schema.json` describes them.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Tables {
    /// The version of this shape.
    #[cfg_attr(typescript, tsify(type = "1"))]
    pub version: u8,
    /// The day of the newest row.
    pub date: String,
    /// The models that are known by name.
    #[cfg_attr(typescript, tsify(type = "readonly ModelName[]"))]
    pub names: Vec<ModelName>,
    /// The facts of models, each with a query to the profile of a target. A later row outranks an earlier one.
    #[cfg_attr(typescript, tsify(type = "readonly ModelRow[]"))]
    pub models: Vec<ModelRow>,
    /// The hosts and their dialects.
    #[cfg_attr(typescript, tsify(type = "readonly HostRow[]"))]
    pub hosts: Vec<HostRow>,
}
