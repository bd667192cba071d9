//! The place of each thought in a message, and where a message must end so that the order of contents stays.

use super::super::issuers::provider_of;
use crate::conversation::plan::Decision;
use crate::conversation::writer::RequestWriter;
use crate::json::Value;
use crate::model::{Content, ContentKind, Message};
use crate::wires::chat::conversation::is_detail;

/// The place of a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A block of the content.
    Within,
    /// An element of a list beside the content.
    Listed(&'static str),
    /// A member beside the content, which holds one thought.
    Alone(&'static str),
    /// The text of the content, which is empty and has a signature.
    Signed,
}

/// Returns the place of a thought.
pub(super) fn place_of(content: &Content<'_>, is_langchain: bool, request: &RequestWriter<'_, '_>) -> Place {
    let is_native = request.decision(content) == Some(Decision::Native);
    match (request.issuer(content).word("wire"), is_langchain) {
        (_, true) if !is_native => Place::Within,
        (_, false) if !is_native => Place::Alone("reasoning_content"),
        ("openrouter-chat", _) if is_detail(content) => Place::Listed("reasoning_details"),
        ("anthropic-messages" | "bedrock-converse", false) => Place::Listed("thinking_blocks"),
        ("openai-responses", false) => Place::Listed("reasoning_items"),
        ("gemini-generate", false) => Place::Signed,
        ("openai-responses", true) => Place::Alone("reasoning"),
        ("openai-chat", true) if request.issuer(content).fits("dialect=gemini") => Place::Within,
        ("anthropic-messages" | "bedrock-converse" | "gemini-generate" | "mistral-chat" | "cohere-chat", true) => Place::Within,
        _ => Place::Alone("reasoning_content"),
    }
}

/// The names of providers in LangChain's packages, if they differ from those of other frameworks.
const NAMES: &[(&str, &str)] =
    &[("bedrock", "bedrock-converse"), ("google", "google-genai"), ("vertex", "google-vertexai"), ("mistral", "mistralai")];

/// Returns the name of the provider of a content.
pub(super) fn provider<'p>(content: &Content<'_>, request: &RequestWriter<'p, '_>) -> &'p str {
    let issuer: Value<'p> = request.issuer(content);
    let name = provider_of(issuer);
    // Google's chat endpoint uses OpenAI's package.
    let is_own = issuer.fits("wire=gemini-generate|gemini-interactions") || name != "google";
    NAMES.iter().find(|(one, _)| *one == name && is_own).map_or(name, |(_, own)| own)
}

/// Splits the contents of a model message into runs. Each run is a separate message: members beside the content come before it, and calls come after it.
pub(super) fn runs<'m, 'd>(message: &'m Message<'d>, is_langchain: bool, request: &RequestWriter<'_, 'd>) -> Vec<&'m [Content<'d>]> {
    let mut runs = Vec::new();
    let (mut start, mut rest) = (0, &*message.contents);
    let mut run = Run::default();
    for (nth, content) in message.contents.iter().enumerate() {
        let next = run.with(content, is_langchain, request);
        run = next.unwrap_or_else(|| {
            let (before, after) = rest.split_at_checked(nth - start).unwrap_or_default();
            runs.push(before);
            (start, rest) = (nth, after);
            Run::default().with(content, is_langchain, request).unwrap_or_default()
        });
    }
    runs.push(rest);
    runs
}

/// The state of a run.
#[derive(Clone, Copy, Default)]
struct Run<'p> {
    provider: Option<&'p str>,
    has_text: bool,
    has_call: bool,
    has_alone: bool,
    is_signed: bool,
}

impl<'p> Run<'p> {
    /// Returns the run with one more content, if that belongs to the same message.
    fn with(mut self, content: &Content<'_>, is_langchain: bool, request: &RequestWriter<'p, '_>) -> Option<Self> {
        let own = provider(content, request);
        let is_native = request.decision(content) == Some(Decision::Native);
        if is_native && is_langchain && self.provider.is_some_and(|provider| provider != own) {
            return None;
        }
        if is_native || self.provider.is_none() {
            self.provider = Some(own).filter(|own| !own.is_empty());
        }
        // Anthropic's calls are blocks of the content too.
        let is_closed = self.has_call && !(is_langchain && own == "anthropic");
        let place = matches!(content.kind, ContentKind::Thought).then(|| place_of(content, is_langchain, request));
        let is_open = match (place, &content.kind) {
            (Some(Place::Within), _) => !is_closed,
            (Some(Place::Listed(_)), _) => !self.has_text && !self.has_call,
            (Some(Place::Alone(_)), _) => !self.has_text && !self.has_call && !self.has_alone,
            (_, ContentKind::Call(_)) => true,
            // LiteLLM has one signature for the text of a message.
            _ if !is_langchain => !(is_closed || self.is_signed || self.has_text && is_native),
            _ => !is_closed,
        };
        self.has_call |= matches!(content.kind, ContentKind::Call(_));
        self.has_alone |= matches!(place, Some(Place::Alone(_)));
        let is_text = !matches!(content.kind, ContentKind::Call(_)) && matches!(place, None | Some(Place::Within | Place::Signed));
        self.has_text |= is_text;
        self.is_signed |= is_text && is_native && !is_langchain;
        is_open.then_some(self)
    }
}
