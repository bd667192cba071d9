//! A request between the wires: messages, tools and settings, as one wire said them and as another can say them again.
//!
//! Everything here points into the scanned request that it was read from, so a text, a schema or an argument goes over as it is written: escapes,
//! number text and order of keys included. Only what a wire writes in another form (JSON inside of a string, a data url) is owned.

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
    /// The values that have no place here, each with its name and the reason.
    pub unread: Vec<Unread<'d>>,
    /// Those who issued its thoughts, where the source names them one by one.
    pub issuers: Vec<Target>,
}

/// A value that has no place between the wires.
#[derive(Clone, Copy, Debug)]
pub struct Unread<'d> {
    /// The value.
    pub value: Value<'d>,
    /// The reason.
    pub why: &'static str,
    /// True if it is read all the same, in another place.
    pub is_moved: bool,
}

/// Everything that one speaker says before another does.
#[derive(Clone, Debug)]
pub struct Message<'d> {
    /// Who speaks.
    pub speaker: Speaker,
    /// The contents, in order.
    pub contents: Vec<Content<'d>>,
    /// The entries of the target that it was converted from. They are written instead of it.
    pub original: Option<Original<'d>>,
}

/// The entries of another wire from which messages were converted, as a ledger kept them.
#[derive(Clone, Debug)]
pub struct Original<'d> {
    /// The byte of the source at which the messages begin.
    pub at: usize,
    /// The entries, with commas between them.
    pub entries: Json<'d>,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speaker {
    /// The instructions.
    System,
    /// The instructions of the developer, where the wire tells them from those of the platform.
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
    /// The value that it was read from, or in which it stands.
    pub value: Value<'d>,
    /// Its bytes: those of the value, unless it is a stretch of visible text.
    pub span: Span,
    /// The element of the request's list in which it stands, or the member that holds the instructions.
    pub entry: Value<'d>,
    /// Its kind.
    pub kind: ContentKind<'d>,
    /// The reasoning that it is, or whose handle it carries.
    pub thinking: Option<Thinking<'d>>,
    /// The mark of a cache that ends here.
    pub cache: Option<Value<'d>>,
    /// Who issued its reasoning, where the source tells it of each thought.
    pub issued: Option<Issued<'d>>,
}

/// Who issued a thought, and what of it beside its strings goes back there.
#[derive(Clone, Copy, Debug)]
pub struct Issued<'d> {
    /// The number of the issuer among those of the conversation.
    pub issuer: usize,
    /// The id of the thought, at an issuer that gives it one.
    pub id: Option<Value<'d>>,
    /// True if the content is the thought as its issuer wrote it.
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
    /// Something that only its wire knows: a tool of the provider, a compaction, an unknown block.
    Opaque,
}

impl ContentKind<'_> {
    /// The word for it in notes.
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
    /// The id that joins it to its result.
    pub id: Option<Written<'d>>,
    /// The tool.
    pub name: Written<'d>,
    /// Its input.
    pub input: CallInput<'d>,
}

/// The input of a call.
#[derive(Clone, Debug)]
pub enum CallInput<'d> {
    /// A JSON text, of an object as a rule.
    Json(Json<'d>),
    /// A text that is no JSON: that of a custom tool, or arguments that the model broke.
    Text(Written<'d>),
}

/// The result of a call.
#[derive(Clone, Debug)]
pub struct ToolResult<'d> {
    /// The id of the call.
    pub id: Option<Written<'d>>,
    /// The tool, where the wire names it here.
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
    /// Where it is.
    pub source: MediaSource<'d>,
    /// Its type, such as `image/png`, or the half of it that the wire tells.
    pub mime: Option<Written<'d>>,
    /// The name of its file, or its title.
    pub name: Option<Written<'d>>,
    /// How closely a picture is to be looked at.
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
    /// The word for it in notes.
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

/// Where a medium is.
#[derive(Clone, Debug)]
pub enum MediaSource<'d> {
    /// At an address.
    Url(Written<'d>),
    /// Here, in base64.
    Data(Written<'d>),
    /// Here, as a text.
    Text(Written<'d>),
    /// At the provider, which knows it by an id.
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
    /// The JSON Schema of what it is given.
    pub schema: Option<Json<'d>>,
    /// True if the model must keep to the schema; `None` if the wire's default holds.
    pub strict: Option<bool>,
    /// The mark of a cache that ends here.
    pub cache: Option<Value<'d>>,
}

/// The kind of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolKind {
    /// A function of the caller.
    Function,
    /// A tool of the caller that is given a text.
    Custom,
    /// A tool of the provider.
    Server,
}

/// The settings of a request.
#[derive(Clone, Debug, Default)]
pub struct Settings<'d> {
    /// Those that are one value, in the order in which they stand.
    pub plain: Vec<(Setting, Value<'d>)>,
    /// The tools that the model may call.
    pub tool_choice: Option<(ToolChoice<'d>, Value<'d>)>,
    /// True if the model may call several tools at once.
    pub parallel: Option<(bool, Value<'d>)>,
    /// How the model is to reason.
    pub reasoning: Reasoning<'d>,
    /// The form of the answer.
    pub format: Option<(Format<'d>, Value<'d>)>,
}

/// A setting that is one value and has a name of its own on every wire that knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// How many tokens the answer may have.
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
    /// The penalty for what was said at all.
    PresencePenalty,
    /// The penalty for what was said often.
    FrequencyPenalty,
    /// True if the answer comes as a stream.
    Stream,
    /// How many answers are wanted.
    Count,
    /// True if the answer tells the likelihood of tokens.
    LogProbs,
    /// The number of tokens whose likelihood the answer tells.
    TopLogProbs,
    /// The caller's end user.
    User,
    /// The caller's own notes beside the request.
    Metadata,
    /// The class of service.
    ServiceTier,
    /// True if the provider keeps the exchange.
    Store,
    /// How long the answer is to be, in a word.
    Verbosity,
}

impl Setting {
    /// The word for it in notes.
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
    /// It decides itself.
    Auto,
    /// None.
    None,
    /// Any, but at least one.
    Any,
    /// This one.
    Tool(Written<'d>),
}

/// How the model is to reason.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reasoning<'d> {
    /// How much, in a word.
    pub effort: Option<Value<'d>>,
    /// How much, in tokens.
    pub budget: Option<Value<'d>>,
    /// True if it is to reason; `None` if the model's default holds.
    pub on: Option<(bool, Value<'d>)>,
    /// True if it is to show its thoughts.
    pub shown: Option<(bool, Value<'d>)>,
}

/// The form of an answer.
#[derive(Clone, Debug)]
pub enum Format<'d> {
    /// Text.
    Text,
    /// Any JSON.
    Json,
    /// JSON that keeps to a schema.
    Schema {
        /// Its name.
        name: Option<Written<'d>>,
        /// The schema.
        schema: Json<'d>,
        /// True if the answer must keep to it.
        strict: Option<bool>,
    },
}
