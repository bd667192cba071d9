//! The answers for a guard and a proxy about HTTP calls: an address, a refusal, and the table of facts about vendors.

use super::records::{AddressFacts, EndpointFacts, GatewayFacts, RefusalAnswer, WireHttp, WrittenString, json_text};
use crate::convert::ConvertedError;
use crate::model::Wire;
use crate::wires::{
    BETA_HEADER, CODECS, CREDENTIAL_HEADERS, CallAddress, Endpoint, SHOWN_HEADERS, VERSION_HEADER, description, endpoints,
    request_id_headers, routes,
};

/// Writes the wire of an address, and how certain it is that a provider answers there.
#[must_use]
pub fn write_call_address(address: &CallAddress) -> String {
    let CallAddress { wire, is_provider, is_certain } = address;
    json_text(&AddressFacts { wire: wire.as_ref().map(|wire| wire.as_str()), is_provider: *is_provider, is_certain: *is_certain })
}

/// Writes the status, the headers and the body of a refusal. The body is a text.
#[must_use]
pub fn write_refusal(refusal: &ConvertedError) -> String {
    json_text(&RefusalAnswer { status: refusal.status, headers: &refusal.headers, body: WrittenString::new(&refusal.body) })
}

/// Writes the headers of an error as a list of pairs.
#[must_use]
pub fn write_headers(error: &ConvertedError) -> String {
    json_text(&error.headers)
}

/// Writes what is known of headers, hosts and wires.
#[must_use]
pub fn write_gateway_facts() -> String {
    let wires = CODECS.iter().map(|codec| codec.description());
    json_text(&GatewayFacts {
        judged_headers: vec![BETA_HEADER, VERSION_HEADER],
        credential_headers: CREDENTIAL_HEADERS.to_vec(),
        shown_headers: SHOWN_HEADERS.to_vec(),
        request_ids: request_id_headers(),
        routes: routes().collect(),
        wires: wires
            .map(|wire| (wire.wire.as_str(), WireHttp { stream_type: wire.http.stream_type, request_id: wire.http.request_id }))
            .collect(),
        endpoints: endpoints().map(|(wire, host, endpoint)| (wire.as_str(), endpoint_facts(wire, host, endpoint))).collect(),
    })
}

fn endpoint_facts(wire: &Wire, host: &'static str, endpoint: &'static Endpoint) -> EndpointFacts {
    let Endpoint { path, stream_path, key, headers, .. } = endpoint;
    let count_path = description(wire).http.counting.as_ref().map(|counting| counting.path);
    EndpointFacts { host, path, stream_path: stream_path.unwrap_or(path), count_path, key: *key, headers }
}
