//! The records of HTTP calls for a guard and a proxy.

use serde::Serialize;

use super::{WrittenString, as_members};

/// The wire of an address, and whether it is a provider's.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AddressFacts<'a> {
    /// The wire of the address, if the path is one of a known wire.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Wire"))]
    pub wire: Option<&'a str>,
    /// True if it has a wire, or its host is a provider's.
    pub is_provider: bool,
    /// True if its host is known to have the wire. Then the body is not checked for its shape.
    pub is_certain: bool,
}

/// A refusal in the form of a vendor.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RefusalAnswer<'a> {
    /// The status.
    pub status: u16,
    /// The headers that say what it is, besides those of every answer.
    #[cfg_attr(typescript, tsify(type = "[name: string, value: string][]"))]
    pub headers: &'a [[&'static str; 2]],
    /// The body.
    #[cfg_attr(typescript, tsify(type = "string"))]
    pub body: WrittenString,
}

/// The facts about headers, hosts and wires. They never change.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GatewayFacts {
    /// The headers by which an audit judges.
    pub judged_headers: Vec<&'static str>,
    /// The headers that carry keys.
    pub credential_headers: Vec<&'static str>,
    /// The headers that identify a caller.
    pub shown_headers: Vec<&'static str>,
    /// The headers with the id of a call.
    pub request_ids: Vec<&'static str>,
    /// The host of each route of a proxy, by name.
    #[serde(serialize_with = "as_members")]
    #[cfg_attr(typescript, tsify(type = "Record<string, string>"))]
    pub routes: Vec<(&'static str, String)>,
    /// The facts of each wire.
    #[serde(serialize_with = "as_members")]
    #[cfg_attr(typescript, tsify(type = "Record<Wire, WireHttp>"))]
    pub wires: Vec<(&'static str, WireHttp)>,
    /// The addresses of the vendors that calls are converted to, by their wire.
    #[serde(serialize_with = "as_members")]
    #[cfg_attr(typescript, tsify(type = "Partial<Record<Wire, EndpointFacts>>"))]
    pub endpoints: Vec<(&'static str, EndpointFacts)>,
}

/// How a wire is answered.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WireHttp {
    /// The content type of its streams.
    pub stream_type: &'static str,
    /// The header with the id of a call.
    pub request_id: &'static str,
}

/// Where calls of a wire go.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EndpointFacts {
    /// The host.
    pub host: &'static str,
    /// The path of a call. `{model}` is the name of the model.
    pub path: &'static str,
    /// The path of a call that is answered with a stream.
    pub stream_path: &'static str,
    /// The path at which the vendor counts tokens, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count_path: Option<&'static str>,
    /// The header that carries the key, and the text before the key in it.
    #[cfg_attr(typescript, tsify(type = "[name: string, prefix: string]"))]
    pub key: [&'static str; 2],
    /// The headers that every call has.
    #[cfg_attr(typescript, tsify(type = "[name: string, value: string][]"))]
    pub headers: &'static [[&'static str; 2]],
}
