//! One response, as it is remembered.

use super::rows::{system, tools};
use super::{Trace, called};
use crate::codecs::codec;
use crate::json::{Digest, Value, digest, lossy, scan};
use crate::model::{Attachment, Part, PartKind, Provenance, Target, ThinkingKind, Wire};

/// What a response was, and what was asked.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The wire it came on.
    pub wire: Wire,
    /// Who issued it.
    pub provenance: Provenance,
    /// Whether the stream that it came in said that it is over; a body always is.
    pub complete: bool,
    /// Its parts, in order.
    pub parts: Vec<Emitted>,
    /// The digest of all that it says visibly.
    pub said: Option<Digest>,
    /// Whether the provider has kept its items; nothing if the request did not say.
    pub store: Option<bool>,
    /// How the request asked for thinking: the type, the budget, the effort, as written.
    pub thinking: [String; 3],
    /// The digest of the instructions.
    pub system: Option<Digest>,
    /// The digest of the tools.
    pub tools: Option<Digest>,
    /// The last row of the request and of the response itself.
    pub tip: Option<usize>,
    /// The digest of its body, of which each long text stands for its own.
    pub digest: Digest,
    /// How many messages or items there were in the request.
    pub entries: usize,
}

impl Recorded {
    pub(super) fn new(
        target: &Target,
        provenance: Provenance,
        asked: Value<'_>,
        digest: Digest,
        parts: Vec<Emitted>,
        tip: Option<usize>,
    ) -> Self {
        Self {
            wire: target.wire.clone(),
            provenance,
            complete: true,
            parts,
            said: None,
            store: asked.get("store").and_then(Value::boolean),
            thinking: thinking(asked),
            system: system(asked),
            tools: tools(asked),
            tip,
            digest,
            entries: 0,
        }
    }

    /// Hears what else was sealed in an event of its stream.
    pub(super) fn overhear(&mut self, event: &[u8]) {
        // Responses: a stub when an item begins, and two full ciphertexts when it is done and when all is.
        let Ok(document) = scan(event) else { return };
        let root = document.root();
        let Some(codec) = codec(&self.wire).filter(|_| root.fits("type^response.output_item.|response.completed")) else { return };
        let stub = root.fits("type=response.output_item.added");
        let all = root.list("response.output");
        for item in root.get("item").into_iter().chain(all).filter(|item| item.fits("encrypted_content:s")) {
            let Ok(body) = scan(&[b"{\"output\":[", item.raw(), b"]}"].concat())
                .map(|body| codec.response(body.root()).parts.first().map(|part| Trace::of(part, &self.wire)))
            else {
                continue;
            };
            let Some(Trace { item, handle: Some(handle), .. }) = body else { continue };
            let known = self.parts.iter_mut().find(|part| part.trace.item.is_some() && part.trace.item == item);
            if let Some(part) = known.filter(|part| part.trace.handle != Some(handle)) {
                if stub { part.stubs.push(handle) } else { part.others.push(handle) }
            }
        }
    }
}

/// How a request asks for thinking, as written.
#[must_use]
pub fn thinking(request: Value<'_>) -> [String; 3] {
    let fields = request.get("additionalModelRequestFields").unwrap_or(request);
    ["thinking.type", "thinking.budget_tokens", "output_config.effort"]
        .map(|path| fields.path(path).map(|value| lossy(value.raw()).trim_matches('"').to_owned()).unwrap_or_default())
}

/// One part of a response.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// What it is.
    pub kind: PartKind,
    /// What can be seen of the reasoning that it is or carries.
    pub thinking: Option<ThinkingKind>,
    /// Where that hangs.
    pub attachment: Option<Attachment>,
    /// By what it is known again.
    pub trace: Trace,
    /// Of a call whose text is not kept, the digest of what it calls and with what. Earlier versions have let that go too.
    pub calls: Option<Digest>,
    /// Other handles that were issued for it and are as good.
    pub others: Vec<Digest>,
    /// Handles that were issued for it before there was anything in them.
    pub stubs: Vec<Digest>,
    /// Whether it arrived whole.
    pub complete: bool,
    /// Its text, as received: that of the value it is or stands in.
    pub raw: Vec<u8>,
    /// A member that has to come back with it: the phase of a message.
    pub phase: Option<Digest>,
    /// The row before it.
    pub row: Option<usize>,
    /// The handle of the thought before it.
    pub after: Option<Digest>,
}

impl Emitted {
    pub(super) fn new(part: &Part<'_>, wire: &Wire, row: Option<usize>, after: Option<Digest>) -> Self {
        let thinking = part.thinking.as_ref();
        Self {
            kind: part.kind,
            thinking: thinking.map(|thinking| thinking.kind),
            attachment: thinking.map(|thinking| thinking.attachment.clone()),
            trace: Trace::of(part, wire),
            calls: None,
            others: Vec::new(),
            stubs: Vec::new(),
            complete: thinking.is_none_or(|thinking| thinking.complete),
            raw: part.value.raw().to_vec(),
            phase: part.value.get("phase").filter(|phase| !phase.is_null()).map(digest),
            row,
            after,
        }
    }

    /// Keeps the digests and lets the text go.
    pub(super) fn forget(&mut self) {
        self.calls = self.called();
        self.raw = Vec::new();
    }

    /// Whether it is reasoning, or carries a handle of some.
    #[must_use]
    pub fn is_thought(&self) -> bool {
        self.thinking.is_some() || self.trace.handle.is_some()
    }

    /// The digest of what a call calls and with what; nothing if that is not known, or it is no call.
    #[must_use]
    pub fn called(&self) -> Option<Digest> {
        let raw = || scan(&self.raw).ok().and_then(|raw| called(raw.root()));
        if self.kind == PartKind::Call { self.calls.or_else(raw) } else { None }
    }

    /// Whether that is one of the handles issued for it.
    #[must_use]
    pub fn issued(&self, handle: Digest) -> bool {
        self.trace.handle == Some(handle) || self.others.contains(&handle)
    }
}
