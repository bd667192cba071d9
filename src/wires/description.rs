//! [`WireDescription`]: the facts about a wire, said once for every floor that asks.
//!
//! Each wire has its own in its folder, as `DESCRIPTION`. Codecs, facts, reports, rewrites, the ledger, transcripts and the page read it, so a fact
//! about a wire stands in one place.

use crate::model::{ReasoningFormat, Wire};

/// A wire, described.
#[derive(Debug)]
pub struct WireDescription {
    /// The wire.
    pub wire: Wire,
    /// How the addresses end that speak it, in lower case.
    pub addresses: &'static [&'static str],
    /// How the addresses end that accept its requests and generate no answer, in lower case, and what they do instead.
    pub side_addresses: &'static [(&'static str, Purpose)],
    /// True if only those hosts speak it whose row in the table of hosts names it. Elsewhere such an address speaks a sibling of the wire.
    pub only_at_named_hosts: bool,
    /// How the events of its streams are known, and how sure that is: a query, or the name of an event after an `@`.
    pub events: &'static [(&'static str, u8)],
    /// Whose models are reached on it at a host that carries those of several vendors, if the wire tells.
    pub vendor: Option<&'static str>,
    /// Where a request names its model.
    pub model: ModelPlace,
    /// The member of a request that holds its messages or items.
    pub list: &'static str,
    /// How the elements of that list are made.
    pub entries: EntryShape,
    /// Where a call says what it is.
    pub call: ToolPlace,
    /// Where the result of a call says what it is.
    pub result: ToolPlace,
    /// The format of its reasoning by the names that OpenRouter gave them; [`ReasoningFormat::UNKNOWN`] if it has none there.
    pub format: ReasoningFormat,
    /// The member of a message that holds reasoning as a text, if it is the same wherever the wire is spoken. If not, the row of the host tells.
    pub reasoning_field: Option<&'static str>,
    /// The paths from a part to what can be read of it.
    pub texts: &'static [&'static str],
    /// The paths from a part to what only its issuer reads.
    pub handles: &'static [&'static str],
    /// A message that is nothing but a text: the user's and the model's, each as what stands before the JSON string and what stands after it.
    pub summaries: [[&'static str; 2]; 2],
    /// How the wire is called over HTTP.
    pub http: HttpFacts,
    /// The behaviour that differs between wires.
    pub behaviour: WireBehaviour,
}

/// How a wire is called over HTTP.
#[derive(Debug)]
pub struct HttpFacts {
    /// How the addresses end that answer with a stream whatever the body says, in lower case.
    pub streaming_addresses: &'static [&'static str],
    /// The parameter without which the stream of such an address is a list, and so is its error.
    pub sse_parameter: Option<[&'static str; 2]>,
    /// How the addresses end whose refusals are wrapped in another way, whatever wire they speak, in lower case.
    pub refusals_at: &'static [(&'static str, ErrorEnvelope)],
    /// The content type of its streams.
    pub stream_type: &'static str,
    /// The header of an answer that has the id of the call.
    pub request_id: &'static str,
    /// Where and how its vendor is called, if calls are converted to it.
    pub endpoint: Option<Endpoint>,
    /// How the vendor counts the tokens of a request, if it does.
    pub counting: Option<TokenCounting>,
}

/// Where and how the vendor of a wire is called.
#[derive(Debug)]
pub struct Endpoint {
    /// The name of the vendor's row in the table of hosts.
    pub host: &'static str,
    /// The path of a call. `{model}` is the name of the model.
    pub path: &'static str,
    /// The path of a call that is answered with a stream, if it is another. Else the member `stream` of the body asks for it.
    pub stream_path: Option<&'static str>,
    /// The header that carries the key, and what precedes the key in it.
    pub key: [&'static str; 2],
    /// The headers that every call has.
    pub headers: &'static [[&'static str; 2]],
    /// The members of a request that does not say otherwise, as JSON.
    pub members: &'static [(&'static str, &'static str)],
}

/// How the tokens of a request are counted at the vendor of a wire.
#[derive(Debug)]
pub struct TokenCounting {
    /// The path of the address. `{model}` is the name of the model.
    pub path: &'static str,
    /// The members that the request is in, from the outside.
    pub wrappers: &'static [&'static str],
    /// The members of a request that may be there; all of them if none is listed.
    pub members: &'static [&'static str],
    /// The text before the model in a member of the request, if it names the model only there.
    pub model_prefix: Option<&'static str>,
    /// The member of the answer that has the count.
    pub count: &'static str,
    /// The member of the answer that says what it is.
    pub kind: Option<[&'static str; 2]>,
}

/// The content type of lines of JSON.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// The header for a bearer token, and what precedes the token.
pub(super) const BEARER: [&str; 2] = ["authorization", "Bearer "];

impl HttpFacts {
    /// Streams of server-sent events that the body asks for, at a vendor to which no calls are converted.
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
    /// How an error is wrapped whose status and headers the client may not see.
    pub errors: ErrorEnvelope,
    /// How a refusal is wrapped that comes with status and headers, if not as other errors are.
    pub refusals: Option<ErrorEnvelope>,
    /// True if it writes the message of OpenAI's chat, so that a turn can go back on another such wire.
    pub shares_messages: bool,
    /// True if the code of an error alone says what is wrong.
    pub codes_name_faults: bool,
    /// True if a request may continue a thread that the provider holds, by the id of a response.
    pub has_threads: bool,
    /// True if instructions are not among the messages.
    pub keeps_instructions_apart: bool,
    /// True if the model may go on before a call is answered.
    pub allows_late_results: bool,
    /// True if the thoughts of every round are asked for, and not only those of the open one.
    pub asks_for_all_thoughts: bool,
    /// True if the content of a message is a text, so that no error names a place in it.
    pub has_plain_contents: bool,
    /// True if a result that is one text is a string, and no list.
    pub has_plain_results: bool,
    /// True if two answers in a row are refused.
    pub refuses_two_answers: bool,
    /// True if a part that is a text says its type.
    pub types_text_parts: bool,
    /// True if its own vendor's models sign every block of reasoning.
    pub signs_every_block: bool,
    /// The answer to a request that does not begin with the user.
    pub on_other_beginning: Option<&'static str>,
    /// The member of the body that names the version of the API, where that is in the body.
    pub version: Option<&'static str>,
    /// The members that may carry the handle of a part, the one to write first.
    pub handle_members: &'static [&'static str],
}

/// How an error is wrapped.
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
    /// A wire that does nothing of this.
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
        version: None,
        handle_members: &[],
    };
}

/// What an address does with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It generates an answer.
    Generate,
    /// It counts the tokens of the request.
    Count,
    /// It compacts the conversation.
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

/// Where a request names its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelPlace {
    /// In the member `model` of the body.
    Body,
    /// In the address.
    Address,
}

/// How the elements of a request's list are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryShape {
    /// Messages of a role and a content of blocks. The provider folds neighbours of one role into one message.
    Blocks,
    /// Messages of a role, whose reasoning and calls are members of their own.
    Chat,
    /// Contents of a role and parts. The provider folds all between two answers into one content.
    Contents,
    /// Items without messages around them: each is one part.
    Items,
    /// Steps, of which some wrap contents.
    Steps,
}

/// Where a call or a result says its id and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolPlace {
    /// The member of the part that holds both; nothing if the part itself does.
    pub wrapper: Option<&'static str>,
    /// The member with the id that joins call and result.
    pub id: &'static str,
    /// The path of the tool's name.
    pub name: &'static str,
}

impl WireDescription {
    /// True if the wire is a chat: reasoning and calls are members of the message, and a result is a message.
    #[must_use]
    pub fn is_chat(&self) -> bool {
        self.entries == EntryShape::Chat
    }

    /// True if the elements of the list are messages with parts in them; otherwise they are parts or steps themselves.
    #[must_use]
    pub fn has_messages(&self) -> bool {
        !matches!(self.entries, EntryShape::Items | EntryShape::Steps)
    }

    /// True if each element of the list is one part, so that an answer is several of them.
    #[must_use]
    pub fn has_items(&self) -> bool {
        self.entries == EntryShape::Items
    }
}

impl ToolPlace {
    /// A part that says its name and its id itself.
    pub(super) const fn own(id: &'static str, name: &'static str) -> Self {
        Self { wrapper: None, id, name }
    }

    /// A part with a member that says both.
    pub(super) const fn within(wrapper: &'static str, id: &'static str, name: &'static str) -> Self {
        Self { wrapper: Some(wrapper), id, name }
    }
}

/// The messages of the chats, and of Anthropic's Messages: a role, and a content that may be a text.
pub(super) const PLAIN_SUMMARIES: [[&str; 2]; 2] = [[r#"{"role":"user","content":"#, "}"], [r#"{"role":"assistant","content":"#, "}"]];

/// A call of the chats.
pub(super) const CHAT_CALL: ToolPlace = ToolPlace::own("id", "function.name");

/// A result of the chats: a message, of which the part is the content.
pub(super) const CHAT_RESULT: ToolPlace = ToolPlace::own("tool_call_id", "name");
