//! The answers for a guard and a proxy about HTTP calls: an address, a refusal, and the table of facts about vendors.

use super::write_texts;
use crate::convert::ConvertedError;
use crate::json::Writer;
use crate::wires::{
    BETA_HEADER, CODECS, CREDENTIAL_HEADERS, CallAddress, Endpoint, SHOWN_HEADERS, VERSION_HEADER, description, endpoints,
    request_id_headers, routes,
};

/// Writes the wire that an address speaks, and how sure it is that a provider answers there.
#[must_use]
pub fn write_call_address(address: &CallAddress) -> String {
    let mut out = Writer::default();
    out.open(b'{');
    out.member_if("wire", address.wire.as_ref().map(|wire| wire.as_str()));
    for (name, flag) in [("isProvider", address.is_provider), ("isCertain", address.is_certain)] {
        out.name(name);
        out.flag(flag);
    }
    out.close(b'}');
    text_of(out)
}

/// Writes the status, the headers and the body of a refusal. The body is a text.
#[must_use]
pub fn write_refusal(refusal: &ConvertedError) -> String {
    let mut out = Writer::default();
    out.open(b'{');
    out.name("status");
    out.number(usize::from(refusal.status));
    out.name("headers");
    write_pairs(&refusal.headers, &mut out);
    out.name("body");
    out.quoted(&refusal.body);
    out.close(b'}');
    text_of(out)
}

/// Writes the headers of an error as a list of pairs.
#[must_use]
pub fn write_headers(error: &ConvertedError) -> String {
    let mut out = Writer::default();
    write_pairs(&error.headers, &mut out);
    text_of(out)
}

/// Writes what is known of headers, hosts and wires: the headers by which an audit judges, those that carry keys and those that tell callers apart, those with the id of a call, the routes of a proxy,
/// the content type of each wire's streams, and how the vendors are called that calls are converted to.
#[must_use]
pub fn write_gateway_facts() -> String {
    let mut out = Writer::default();
    out.open(b'{');
    write_texts("judgedHeaders", &mut [BETA_HEADER, VERSION_HEADER].into_iter(), &mut out);
    write_texts("credentialHeaders", &mut CREDENTIAL_HEADERS.into_iter(), &mut out);
    write_texts("shownHeaders", &mut SHOWN_HEADERS.into_iter(), &mut out);
    write_texts("requestIds", &mut request_id_headers().into_iter(), &mut out);
    out.name("routes");
    out.open(b'{');
    routes().for_each(|(name, host)| out.member(name, &host));
    out.close(b'}');
    out.name("wires");
    out.open(b'{');
    for described in CODECS.iter().map(|codec| codec.description()) {
        out.name(described.wire.as_str());
        out.open(b'{');
        out.member("streamType", described.http.stream_type);
        out.member("requestId", described.http.request_id);
        out.close(b'}');
    }
    out.close(b'}');
    out.name("endpoints");
    out.open(b'{');
    for (wire, host, endpoint) in endpoints() {
        out.name(wire.as_str());
        let counting = description(wire).http.counting.as_ref().map(|counting| counting.path);
        write_endpoint(host, endpoint, counting, &mut out);
    }
    out.close(b'}');
    out.close(b'}');
    text_of(out)
}

fn write_endpoint(host: &str, endpoint: &Endpoint, counting: Option<&str>, out: &mut Writer) {
    out.open(b'{');
    out.member("host", host);
    out.member("path", endpoint.path);
    out.member("streamPath", endpoint.stream_path.unwrap_or(endpoint.path));
    out.member_if("countPath", counting);
    write_texts("key", &mut endpoint.key.into_iter(), out);
    out.name("headers");
    write_pairs(endpoint.headers, out);
    out.close(b'}');
}

fn write_pairs(pairs: &[[&str; 2]], out: &mut Writer) {
    out.open(b'[');
    for pair in pairs {
        out.open(b'[');
        pair.iter().for_each(|text| out.text(text));
        out.close(b']');
    }
    out.close(b']');
}

fn text_of(out: Writer) -> String {
    String::from_utf8(out.finish()).unwrap_or_default()
}
