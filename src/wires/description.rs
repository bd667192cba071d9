//! [`WireDescription`]: the facts about a wire, defined once for all layers.
//!
//! Each wire has one in its folder, as `DESCRIPTION`. Codecs, facts, reports, rewrites, the ledger, transcripts and the page read it, so each fact about a wire
//! has one place.

use crate::model::{ReasoningFormat, Wire};

/// The description of a wire.
#[derive(Debug)]
pub struct WireDescription {
    /// The wire.
    pub wire: Wire,
    /// The endings of its addresses, in lower case.
    pub addresses: &'static [&'static str],
    /// The endings of addresses that accept its requests but generate no answer, in lower case, and their purpose.
    pub side_addresses: &'static [(&'static str, Purpose)],
    /// True if only hosts whose row in the table of hosts lists it support it. On other hosts such an address belongs to a sibling wire.
    pub only_at_named_hosts: bool,
    /// Queries that recognise the events of its streams, with their certainty. A query may be the name of an event after an `@`.
    pub events: &'static [(&'static str, u8)],
    /// The vendor of its models at a host with several vendors, if the wire implies one.
    pub vendor: Option<&'static str>,
    /// The place of the model in a request.
    pub model: ModelPlace,
    /// The member of a request that holds its messages or items.
    pub list: &'static str,
    /// The shape of the elements of that list.
    pub entries: EntryShape,
    /// The members of a call with its id and name.
    pub call: ToolPlace,
    /// The members of a result with its id and name.
    pub result: ToolPlace,
    /// Its reasoning format, by OpenRouter's names; [`ReasoningFormat::UNKNOWN`] if it has none there.
    pub format: ReasoningFormat,
    /// The member of a message that holds reasoning as a text, if it is the same at every host. Otherwise the row of the host decides.
    pub reasoning_field: Option<&'static str>,
    /// The paths from a part to its readable strings.
    pub texts: &'static [&'static str],
    /// The paths from a part to the strings that only its issuer reads.
    pub handles: &'static [&'static str],
    /// A message with only a text, of the user and of the model, each as the bytes before and after the JSON string.
    pub summaries: [[&'static str; 2]; 2],
    /// The facts about its HTTP calls.
    pub http: HttpFacts,
    /// The behaviour that differs between wires.
    pub behaviour: WireBehaviour,
}

/// The facts about a wire's HTTP calls.
#[derive(Debug)]
pub struct HttpFacts {
    /// The endings of addresses that always answer with a stream, in lower case.
    pub streaming_addresses: &'static [&'static str],
    /// The parameter that such an address needs for server-sent events. Without it the stream is a list, and an error too.
    pub sse_parameter: Option<[&'static str; 2]>,
    /// The endings of addresses with another error format, on any wire, in lower case.
    pub refusals_at: &'static [(&'static str, ErrorEnvelope)],
    /// The content type of its streams.
    pub stream_type: &'static str,
    /// The header of an answer with the id of the call.
    pub request_id: &'static str,
    /// The endpoint of its vendor, if calls are converted to it.
    pub endpoint: Option<Endpoint>,
    /// The vendor's token counting, if it has one.
    pub counting: Option<TokenCounting>,
}

/// The endpoint of a wire's vendor.
#[derive(Debug)]
pub struct Endpoint {
    /// The name of the vendor's row in the table of hosts.
    pub host: &'static str,
    /// The path of a call. `{model}` is the name of the model.
    pub path: &'static str,
    /// The path of a streaming call, if it differs. Otherwise the member `stream` of the body requests a stream.
    pub stream_path: Option<&'static str>,
    /// The header that carries the key, and the prefix of its value.
    pub key: [&'static str; 2],
    /// The headers of every call.
    pub headers: &'static [[&'static str; 2]],
    /// The default members of a request, as JSON.
    pub members: &'static [(&'static str, &'static str)],
}

/// The token counting of a wire's vendor.
#[derive(Debug)]
pub struct TokenCounting {
    /// The path of the address. `{model}` is the name of the model.
    pub path: &'static str,
    /// The members that wrap the request, outermost first.
    pub wrappers: &'static [&'static str],
    /// The allowed members of a request; empty allows all.
    pub members: &'static [&'static str],
    /// The prefix of the model in a member of the request, if the request names the model only there.
    pub model_prefix: Option<&'static str>,
    /// The member of the answer with the count.
    pub count: &'static str,
    /// The member of the answer with its type.
    pub kind: Option<[&'static str; 2]>,
}

/// The content type of lines of JSON.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// The header for a bearer token, and the prefix of its value.
pub(super) const BEARER: [&str; 2] = ["authorization", "Bearer "];

impl HttpFacts {
    /// Server-sent events that the body requests, at a vendor to which no calls are converted.
    pub(super) const PLAIN: Self = Self {
        streaming_addresses: &[],
        sse_parameter: None,
        refusals_at: &[],
        stream_type: "text/event-stream",
        request_id: "x-request-id",
        endpoint: None,
        counting: None,
    };
}

/// The behaviour that differs between wires.
#[derive(Debug)]
pub struct WireBehaviour {
    /// The format of an error when the client may not see its status and headers.
    pub errors: ErrorEnvelope,
    /// The format of a refusal with status and headers, if it differs.
    pub refusals: Option<ErrorEnvelope>,
    /// True if it writes OpenAI's chat message, so a turn can be sent on another such wire.
    pub shares_messages: bool,
    /// True if the code of an error alone identifies the problem.
    pub codes_name_faults: bool,
    /// True if a request may continue a thread stored at the provider, by the id of a response.
    pub has_threads: bool,
    /// True if instructions are separate from the messages.
    pub keeps_instructions_apart: bool,
    /// True if the model may continue before a call is answered.
    pub allows_late_results: bool,
    /// True if the thoughts of every turn are required, not only of the open one.
    pub asks_for_all_thoughts: bool,
    /// True if the content of a message is a text, so no error points into it.
    pub has_plain_contents: bool,
    /// True if a result with one text is a string, not a list.
    pub has_plain_results: bool,
    /// True if two consecutive answers are refused.
    pub refuses_two_answers: bool,
    /// True if a text part has a type.
    pub types_text_parts: bool,
    /// True if its vendor's models sign every block of reasoning.
    pub signs_every_block: bool,
    /// The answer to a request that does not begin with the user.
    pub on_other_beginning: Option<&'static str>,
    /// A query for requests that need no array as their list: a text in its place, or messages that the provider holds.
    pub without_list: Option<&'static str>,
    /// The member of the body with the API version, if it is in the body.
    pub version: Option<&'static str>,
    /// The members that may carry the handle of a part. The first is written.
    pub handle_members: &'static [&'static str],
}

/// The format of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorEnvelope {
    /// `{error: {message, type, param, code}}`
    OpenAi,
    /// `{type: "error", error: {type, message}}`
    Anthropic,
    /// `{error: {code, message, status}}`
    Google,
    /// `{error: {message, code}}`, where the code is the status
    OpenRouter,
    /// `{object: "error", message, type, param, code}`
    Mistral,
    /// `{__type, message}`
    Amazon,
    /// `{message}`, and the type in the header `x-amzn-errortype`
    AmazonWithHeader,
    /// `{message}`
    Message,
    /// `{error: "…"}`
    Text,
}

impl WireBehaviour {
    /// A wire with none of this.
    pub(super) const PLAIN: Self = Self {
        errors: ErrorEnvelope::OpenAi,
        refusals: None,
        shares_messages: false,
        codes_name_faults: false,
        has_threads: false,
        keeps_instructions_apart: false,
        allows_late_results: false,
        asks_for_all_thoughts: false,
        has_plain_contents: false,
        has_plain_results: false,
        refuses_two_answers: false,
        types_text_parts: true,
        signs_every_block: false,
        on_other_beginning: None,
        without_list: None,
        version: None,
        handle_members: &[],
    };
}

/// The purpose of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Generates an answer.
    Generate,
    /// Counts the tokens of the request.
    Count,
    /// Compacts the conversation.
    Compact,
}

impl Purpose {
    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Generate => "generate",
            Self::Count => "count",
            Self::Compact => "compact",
        }
    }
}

/// The place of the model in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelPlace {
    /// In the member `model` of the body.
    Body,
    /// In the address.
    Address,
}

/// The shape of the elements of a request's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryShape {
    /// Messages with a role and a content of blocks. The provider merges neighbours of one role into one message.
    Blocks,
    /// Messages with a role. Reasoning and calls are separate members.
    Chat,
    /// Contents with a role and parts. The provider merges everything between two answers into one content.
    Contents,
    /// Items without messages: each is one part.
    Items,
    /// Steps. Some of them wrap contents.
    Steps,
}

/// The members of a call or a result with its id and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolPlace {
    /// The member of the part that holds both, or `None` if the part itself does.
    pub wrapper: Option<&'static str>,
    /// The member with the id that joins call and result.
    pub id: &'static str,
    /// The path of the tool's name.
    pub name: &'static str,
}

impl WireDescription {
    /// Returns `true` if the wire is a chat: reasoning and calls are members of the message, and a result is a message.
    #[must_use]
    pub fn is_chat(&self) -> bool {
        self.entries == EntryShape::Chat
    }

    /// Returns `true` if the elements of the list are messages with parts. Otherwise they are parts or steps themselves.
    #[must_use]
    pub fn has_messages(&self) -> bool {
        !matches!(self.entries, EntryShape::Items | EntryShape::Steps)
    }

    /// Returns `true` if each element of the list is one part, so an answer is several elements.
    #[must_use]
    pub fn has_items(&self) -> bool {
        self.entries == EntryShape::Items
    }
}

impl ToolPlace {
    /// A part with its own name and id.
    pub(super) const fn own(id: &'static str, name: &'static str) -> Self {
        Self { wrapper: None, id, name }
    }

    /// A part with a member that holds both.
    pub(super) const fn within(wrapper: &'static str, id: &'static str, name: &'static str) -> Self {
        Self { wrapper: Some(wrapper), id, name }
    }
}

/// The messages of the chats, and of Anthropic's Messages: a role, and a content that may be a text.
pub(super) const PLAIN_SUMMARIES: [[&str; 2]; 2] = [[r#"{"role":"user","content":"#, "}"], [r#"{"role":"assistant","content":"#, "}"]];

/// A call of the chats.
pub(super) const CHAT_CALL: ToolPlace = ToolPlace::own("id", "function.name");

/// A result of the chats: a message whose content is the part.
pub(super) const CHAT_RESULT: ToolPlace = ToolPlace::own("tool_call_id", "name");
