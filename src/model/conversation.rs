//! A request independent of wires: messages, tools and settings, read from one wire and ready to write on another.
//!
//! Everything here points into the scanned request. A text, a schema or an argument is copied as it is written: escapes, number text and order of keys
//! included. Only values that a wire writes in another form (JSON inside of a string, a data url) are owned.

use std::borrow::Cow;

use super::target::Target;
use super::turn::Thinking;
use crate::json::{Span, Value};

/// A string as it is written between its quotes.
pub type Written<'d> = Cow<'d, [u8]>;

/// A JSON text.
pub type Json<'d> = Cow<'d, [u8]>;

/// A request, read.
#[derive(Clone, Debug, Default)]
pub struct Conversation<'d> {
    /// Its messages in the order of the wire, instructions first. Neighbours of one speaker are one message.
    pub messages: Vec<Message<'d>>,
    /// Its tools.
    pub tools: Vec<Tool<'d>>,
    /// Its settings.
    pub settings: Settings<'d>,
    /// The model that it names.
    pub model: Option<Value<'d>>,
    /// The values that this model does not hold, each with its name and the reason.
    pub unread: Vec<Unread<'d>>,
    /// The issuers of its thoughts, if the source names them one by one.
    pub issuers: Vec<Target>,
}

/// A value that this model does not hold.
#[derive(Clone, Copy, Debug)]
pub struct Unread<'d> {
    /// The value.
    pub value: Value<'d>,
    /// The reason.
    pub why: &'static str,
    /// True if it is still read, in another place.
    pub is_moved: bool,
}

/// The consecutive contents of one speaker.
#[derive(Clone, Debug)]
pub struct Message<'d> {
    /// The speaker.
    pub speaker: Speaker,
    /// The contents, in order.
    pub contents: Vec<Content<'d>>,
    /// The entries of the target that it was converted from. They are written instead of it.
    pub original: Option<Original<'d>>,
}

/// The entries of another wire from which messages were converted, from a ledger.
#[derive(Clone, Debug)]
pub struct Original<'d> {
    /// The byte of the source where the messages begin.
    pub at: usize,
    /// The entries, with commas between them.
    pub entries: Json<'d>,
}

/// The author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speaker {
    /// The instructions.
    System,
    /// The instructions of the developer, if the wire separates them from those of the platform.
    Developer,
    /// The person.
    User,
    /// The model.
    Assistant,
    /// The tools that were called.
    Tool,
}

/// One content of a message.
#[derive(Clone, Debug)]
pub struct Content<'d> {
    /// The value that it was read from, or that contains it.
    pub value: Value<'d>,
    /// Its bytes: those of the value, unless it is a stretch of visible text.
    pub span: Span,
    /// The element of the request's list that contains it, or the member that holds the instructions.
    pub entry: Value<'d>,
    /// Its kind.
    pub kind: ContentKind<'d>,
    /// The reasoning that it is, or whose handle it carries.
    pub thinking: Option<Thinking<'d>>,
    /// The cache point after it.
    pub cache: Option<Value<'d>>,
    /// The issuer of its reasoning, if the source names one for each thought.
    pub issued: Option<Issued<'d>>,
}

/// The issuer of a thought, and the data besides its strings that are sent back there.
#[derive(Clone, Copy, Debug)]
pub struct Issued<'d> {
    /// The number of the issuer in the conversation.
    pub issuer: usize,
    /// The id of the thought, if its issuer gives one.
    pub id: Option<Value<'d>>,
    /// True if the content is the thought in its issuer's original form.
    pub is_native: bool,
}

/// The kind of a content.
#[derive(Clone, Debug)]
pub enum ContentKind<'d> {
    /// Visible text.
    Text(Written<'d>),
    /// The text with which the model declined.
    Refusal(Written<'d>),
    /// Reasoning, and nothing else.
    Thought,
    /// A call of a tool of the caller.
    Call(ToolCall<'d>),
    /// The result of such a call.
    Result(ToolResult<'d>),
    /// A picture, a document, a recording.
    Media(Media<'d>),
    /// Something specific to its wire: a tool of the provider, a compaction, an unknown block.
    Opaque,
}

impl ContentKind<'_> {
    /// Returns its name in notes.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            ContentKind::Text(_) => "text",
            ContentKind::Refusal(_) => "refusal",
            ContentKind::Thought => "thought",
            ContentKind::Call(_) => "call",
            ContentKind::Result(_) => "result",
            ContentKind::Media(media) => media.kind.name(),
            ContentKind::Opaque => "part",
        }
    }
}

/// A call of a tool.
#[derive(Clone, Debug)]
pub struct ToolCall<'d> {
    /// The id that connects it with its result.
    pub id: Option<Written<'d>>,
    /// The tool.
    pub name: Written<'d>,
    /// Its input.
    pub input: CallInput<'d>,
}

/// The input of a call.
#[derive(Clone, Debug)]
pub enum CallInput<'d> {
    /// A JSON text, usually an object.
    Json(Json<'d>),
    /// A text that is not JSON: the input of a custom tool, or arguments that the model broke.
    Text(Written<'d>),
}

/// The result of a call.
#[derive(Clone, Debug)]
pub struct ToolResult<'d> {
    /// The id of the call.
    pub id: Option<Written<'d>>,
    /// The tool, if the wire names it here.
    pub name: Option<Written<'d>>,
    /// True if the call failed.
    pub failed: bool,
    /// Its output.
    pub output: Output<'d>,
}

/// The output of a call.
#[derive(Clone, Debug)]
pub enum Output<'d> {
    /// Nothing.
    Empty,
    /// A text.
    Text(Written<'d>),
    /// A JSON text.
    Json(Json<'d>),
    /// Texts, pictures and documents, in order.
    Contents(Vec<Content<'d>>),
}

/// A picture, a document, a recording.
#[derive(Clone, Debug)]
pub struct Media<'d> {
    /// Its kind.
    pub kind: MediaKind,
    /// Its source.
    pub source: MediaSource<'d>,
    /// Its type, such as `image/png`, or the half of it that the wire has.
    pub mime: Option<Written<'d>>,
    /// The name of its file, or its title.
    pub name: Option<Written<'d>>,
    /// The detail level of a picture.
    pub detail: Option<Value<'d>>,
}

/// The kind of a medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MediaKind {
    /// A picture.
    Image,
    /// A document.
    Document,
    /// A recording.
    Audio,
    /// A film.
    Video,
}

impl MediaKind {
    /// Returns its name in notes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MediaKind::Image => "image",
            MediaKind::Document => "document",
            MediaKind::Audio => "audio",
            MediaKind::Video => "video",
        }
    }
}

/// The source of a medium.
#[derive(Clone, Debug)]
pub enum MediaSource<'d> {
    /// At an address.
    Url(Written<'d>),
    /// Inline, in base64.
    Data(Written<'d>),
    /// Inline, as a text.
    Text(Written<'d>),
    /// A file at the provider, by its id.
    File(Written<'d>),
}

/// A tool.
#[derive(Clone, Debug)]
pub struct Tool<'d> {
    /// The value that it was read from.
    pub value: Value<'d>,
    /// Its kind.
    pub kind: ToolKind,
    /// Its name.
    pub name: Written<'d>,
    /// Its description, for the model.
    pub description: Option<Value<'d>>,
    /// The JSON Schema of its input.
    pub schema: Option<Json<'d>>,
    /// True if the model must follow the schema. `None` for the wire's default.
    pub strict: Option<bool>,
    /// The cache point after it.
    pub cache: Option<Value<'d>>,
}

/// The kind of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolKind {
    /// A function of the caller.
    Function,
    /// A tool of the caller with text input.
    Custom,
    /// A tool of the provider.
    Server,
}

/// The settings of a request.
#[derive(Clone, Debug, Default)]
pub struct Settings<'d> {
    /// The settings that are one value, in the order of the request.
    pub plain: Vec<(Setting, Value<'d>)>,
    /// The tools that the model may call.
    pub tool_choice: Option<(ToolChoice<'d>, Value<'d>)>,
    /// True if the model may call several tools at once.
    pub parallel: Option<(bool, Value<'d>)>,
    /// The reasoning settings.
    pub reasoning: Reasoning<'d>,
    /// The form of the answer.
    pub format: Option<(Format<'d>, Value<'d>)>,
}

/// A setting that is one value, with a name on every wire that supports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// The maximum number of tokens of the answer.
    MaxTokens,
    /// The temperature.
    Temperature,
    /// The share of likely tokens to choose from.
    TopP,
    /// The number of likely tokens to choose from.
    TopK,
    /// The texts at which the answer ends: one, or a list.
    Stop,
    /// The seed of the choice.
    Seed,
    /// The penalty for tokens that already occurred.
    PresencePenalty,
    /// The penalty for tokens that occurred often.
    FrequencyPenalty,
    /// True if the answer is streamed.
    Stream,
    /// The number of answers.
    Count,
    /// True if the answer includes the probabilities of tokens.
    LogProbs,
    /// The number of tokens whose probability the answer includes.
    TopLogProbs,
    /// The caller's end user.
    User,
    /// The caller's notes beside the request.
    Metadata,
    /// The class of service.
    ServiceTier,
    /// True if the provider stores the exchange.
    Store,
    /// The length of the answer, as a word.
    Verbosity,
}

impl Setting {
    /// Returns its name in notes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Setting::MaxTokens => "max_tokens",
            Setting::Temperature => "temperature",
            Setting::TopP => "top_p",
            Setting::TopK => "top_k",
            Setting::Stop => "stop",
            Setting::Seed => "seed",
            Setting::PresencePenalty => "presence_penalty",
            Setting::FrequencyPenalty => "frequency_penalty",
            Setting::Stream => "stream",
            Setting::Count => "n",
            Setting::LogProbs => "logprobs",
            Setting::TopLogProbs => "top_logprobs",
            Setting::User => "user",
            Setting::Metadata => "metadata",
            Setting::ServiceTier => "service_tier",
            Setting::Store => "store",
            Setting::Verbosity => "verbosity",
        }
    }
}

/// The tools that the model may call.
#[derive(Clone, Debug)]
pub enum ToolChoice<'d> {
    /// The model decides.
    Auto,
    /// None.
    None,
    /// Any, but at least one.
    Any,
    /// This one.
    Tool(Written<'d>),
}

/// The reasoning settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reasoning<'d> {
    /// The amount, as a word.
    pub effort: Option<Value<'d>>,
    /// The amount, in tokens.
    pub budget: Option<Value<'d>>,
    /// True if reasoning is on. `None` for the model's default.
    pub on: Option<(bool, Value<'d>)>,
    /// True if the thoughts are shown.
    pub shown: Option<(bool, Value<'d>)>,
}

/// The form of an answer.
#[derive(Clone, Debug)]
pub enum Format<'d> {
    /// Text.
    Text,
    /// Any JSON.
    Json,
    /// JSON that follows a schema.
    Schema {
        /// Its name.
        name: Option<Written<'d>>,
        /// The schema.
        schema: Json<'d>,
        /// True if the answer must follow it.
        strict: Option<bool>,
    },
}
