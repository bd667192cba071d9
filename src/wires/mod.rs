//! Layer 4: the wires. Reads their responses, requests and streams, and appends a turn to a request.
//!
//! A codec is a stateless translator between a provider's own shape and the typed view. It never rewrites: reading returns parts that point into the body, and
//! a replay copies the original bytes. A stream is assembled into the body that a call without streaming would have returned, with every opaque string
//! unchanged. It is then read like one.
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | `codec` | the trait [`Codec`] that a wire implements, and [`StreamAssembler`] for its streams |
//! | `description` | [`WireDescription`]: the facts about a wire that other layers read too |
//! | `registry` | [`CODECS`], every known wire, and values derived from all of them |
//! | `anthropic`, `converse`, `gemini`, `interactions`, `responses`, `cohere`, `ollama`, `chat` | one wire each, `chat` three: the module comment lists what is opaque, echoed and not read; `conversation` in it reads and writes requests and replies for a conversion |
//! | `native_block` | a single thought: its place in a message, and a request in which it can be read |
//! | `read`, `shape_query`, `append`, `blocks` | shared by wires: collecting parts, recognising bodies, appending a turn, blocks of a stream |
//! | `call` | a call or a result, on any wire |
//! | `event_template`, `stream` | turns frames into events, and events into a body: [`StreamDecoder`] |
//! | `hosts`, `issuer`, `address` | [`HOSTS`], the table of hosts and dialects; the vendor and service of a host |
//! | `http` | HTTP calls: provider addresses, streaming requests, the endpoint of a wire's vendor |
//! | `credential` | the digest of a call's key |
//! | `detect`, `resolve_target`, `replay` | the functions of the package: the wire of a body, its target, the next request |
//!
//! # Small additions
//!
//! - A new dialect or host is one row of `hosts.json` and a case in `tests/data/rules`. Callers can add the row themselves: `audit` accepts them as `hosts`.
//! - A new wire is one folder here, with its codec and its `DESCRIPTION`; its name in [`Wire`](crate::model::Wire); one line in [`CODECS`]; its line in
//!   `www/session/wires.json`, which a test compares with the descriptions; and at least four cases in `tests/data/codecs`.

mod address;
pub(crate) mod anthropic;
mod append;
mod blocks;
mod call;
pub(crate) mod chat;
mod codec;
pub(crate) mod cohere;
pub(crate) mod converse;
mod count;
mod credential;
mod description;
mod detect;
mod event_template;
pub(crate) mod gemini;
mod hosts;
mod http;
pub(crate) mod interactions;
mod issuer;
mod native_block;
pub(crate) mod ollama;
mod read;
mod registry;
mod replay;
mod resolve_target;
pub(crate) mod responses;
mod shape_query;
mod stream;

pub use address::model_in_address;
pub use call::Call;
pub use chat::ReasoningItem;
pub use codec::{AssembledBody, Codec, Note, Recognition, SealedItem, Side, StreamAssembler};
pub use count::{counted_request, estimate_tokens, read_count, write_count, write_count_request};
pub use credential::{CREDENTIAL_HEADERS, SHOWN_HEADERS, credential, shown_credential};
pub use description::{
    Endpoint, EntryShape, ErrorEnvelope, HttpFacts, ModelPlace, Purpose, TokenCounting, ToolPlace, WireBehaviour, WireDescription,
};
pub use detect::{Detection, detect, detect_value, purpose};
pub use hosts::{Dialect, HOSTS, HostRow, dialect, host_of_provider, host_row, host_rows};

pub(crate) use gemini::{is_piece, join_pieces};
pub use http::{
    BETA_HEADER, CallAddress, VERSION_HEADER, answers_with_list, asks_for_stream, call_address, complete_request, endpoints, is_stream,
    is_streaming_address, model_of_call, refusal_envelope, request_id_headers, routes, share_messages, wire_of_request,
};
pub use issuer::{issuer, issuer_by, may_accept};
pub use native_block::{Slot, read_block, request_around};
pub(crate) use registry::NO_CODEC;
pub use registry::{CODECS, codec, description, handle_paths, list_names, text_paths};
pub use replay::{Replayed, replay};
pub(crate) use resolve_target::checked_host;
pub use resolve_target::resolve_target;
pub use stream::{StreamDecoder, Streamed};
