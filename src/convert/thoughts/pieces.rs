//! The fate of each kept thought at a target, and what of it is written. The plan of a conversion decides it.

use super::bundle::Bundle;
use super::{KeptThought, Receiver};
use crate::conversation::answer::Answer;
use crate::conversation::handle_form::excludes;
use crate::conversation::note::Notes;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::plain;
use crate::conversation::travel::Ends;
use crate::convert::draft::Draft;
use crate::convert::finish::value_after;
use crate::convert::plan::plan_thoughts;
use crate::convert::wires::format_of;
use crate::convert::written::Written;
use crate::convert::{ForeignThoughts, Mode, Policy, Window};
use crate::error::Error;
use crate::formats::{format_named, is_format};
use crate::json::{Document, Places, Span, Value, Writer, lossy, scan};
use crate::knowledge::profile::profile;
use crate::model::{Fate, Target, Wire};
use crate::wires::Slot;

/// The piece of a thought that a target gets.
#[derive(Clone, Debug)]
pub struct SentThought {
    /// Its fate.
    pub fate: Fate,
    /// Why.
    pub reason: &'static str,
    /// The piece that is written.
    pub piece: Piece,
    /// The strings in it that only the issuer can read.
    pub handles: Vec<Vec<u8>>,
}

/// The piece of a thought that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Nothing.
    Nothing,
    /// A block or a member in the shape of the target.
    Block {
        /// Its JSON text.
        json: Vec<u8>,
        /// Its place in a message.
        slot: Slot,
    },
    /// A visible text.
    Text(Vec<u8>),
    /// Its payload, beside the messages.
    Beside,
}

impl SentThought {
    /// A thought that is not sent.
    fn elided(reason: &'static str) -> Self {
        Self { fate: Fate::Elided, reason, piece: Piece::Nothing, handles: Vec::new() }
    }
}

const NO_BLOCK: &str = "its payload is not a thought of its wire";

/// Decides what a target gets of each thought.
///
/// # Errors
/// A target that cannot be converted to; tables that cannot be read.
pub fn send_thoughts(thoughts: &[KeptThought<'_>], receiver: &Receiver<'_>) -> Result<Vec<SentThought>, Error> {
    let bundle = Bundle::of(thoughts);
    let document = scan(&bundle.text)?;
    let read = bundle.read(&document, thoughts)?;
    let nothing = scan(b"{}")?;
    let profile_of = |target: &Target| profile(target, nothing.root(), receiver.models);
    let aimed = profile(receiver.to, receiver.request.unwrap_or(nothing.root()), receiver.models)?;
    let (aimed, issuers) = (aimed, read.conversation.issuers.iter().map(profile_of).collect::<Result<Vec<_>, _>>()?);
    let (aimed, issuers) = (scan(&aimed)?, issuers.iter().map(|issuer| scan(issuer)).collect::<Result<Vec<_>, _>>()?);
    let ends = Ends { from: nothing.root(), issuers: issuers.iter().map(Document::root).collect(), to: aimed.root() };
    let policy = Policy { window: Window::All, ..receiver.policy.clone() };
    let format = format_named(&receiver.to.wire);
    let plan = plan_thoughts(&read.conversation, &document, &ends, format.map(|format| format.holds), &policy);
    let from = Target::new(Wire::named("thoughts"));
    let notes = Notes::default();
    let mut draft = Draft {
        conversation: read.conversation,
        plan,
        notes,
        ends: &ends,
        from: &from,
        to: receiver.to,
        policy: &policy,
        answer: &Answer::default(),
    };
    let written = match format {
        Some(format) => draft.write_format(format),
        None => draft.write_thoughts(format_of(receiver.to)?),
    };
    let target = scan(&written.text)?;
    let mut pieces = WrittenPieces { written: &written, target: &target, places: Places::new(&target), wire: &receiver.to.wire };
    let mut sent = Vec::with_capacity(thoughts.len());
    for (thought, content) in thoughts.iter().zip(&read.contents) {
        let Some(content) = content else {
            sent.push(send_unread(thought, receiver, &policy, aimed.root().word("vendor")));
            continue;
        };
        let planned = draft.plan.nth(content.span).and_then(|nth| draft.plan.thoughts.get(nth));
        let Some(planned) = planned else {
            sent.push(SentThought::elided(NO_BLOCK));
            continue;
        };
        let handles = content.thinking.iter().flat_map(|thinking| &thinking.handles);
        let handles = handles.filter_map(|handle| handle.text()).map(|text| text.wtf8().into_owned()).collect();
        let (mut fate, mut reason) = (planned.fate, planned.reason);
        let piece = match planned.decision {
            Decision::Nothing => Piece::Nothing,
            Decision::Beside => Piece::Beside,
            Decision::Envelope => Piece::Text(in_envelope(&plain(&visible(content)), &policy)),
            Decision::Native if fate == Fate::Verbatim && format.is_none() => {
                // A text between tags is in the visible text, or nowhere.
                let Some(native) = &thought.native else {
                    sent.push(SentThought { fate, reason, piece: Piece::Nothing, handles });
                    continue;
                };
                let json = match text_demanded(content.value) {
                    Some(json) => {
                        (fate, reason) = (Fate::Routed, "the target requires its text, which is empty");
                        json
                    }
                    None => native.block.clone(),
                };
                Piece::Block { json, slot: Slot::of_pointer(native.pointer.as_deref(), &native.issuer.wire) }
            }
            Decision::Native | Decision::Plain => pieces.piece(content.span),
        };
        sent.push(SentThought { fate, reason, piece, handles });
    }
    Ok(sent)
}

/// The text of a thought between the marks of the policy.
fn in_envelope(text: &[u8], policy: &Policy) -> Vec<u8> {
    let [open, close] = &policy.envelope;
    [open.as_bytes(), text, close.as_bytes()].concat()
}

/// Decides on a thought that no issuer is known of: one that is only a text, or one that only its owner can read.
fn send_unread(thought: &KeptThought<'_>, receiver: &Receiver<'_>, policy: &Policy, vendor: &str) -> SentThought {
    let is_accepted = thought.tag.as_ref().is_some_and(|tag| receiver.accepts.contains(tag));
    let has_text = !thought.content.is_empty();
    let envelope = || Piece::Text(in_envelope(thought.content.as_bytes(), policy));
    let (fate, reason, piece) = match (thought.is_opaque(), policy.foreign) {
        _ if policy.mode == Mode::Off => return SentThought::elided("the policy sends no thoughts"),
        (false, _) if is_format(&receiver.to.wire) => return SentThought::elided("the format has no place for it"),
        (false, _) => (Fate::Routed, "it is plain text, which every target accepts", envelope()),
        (true, _) if is_accepted && excludes_vendor(thought, vendor) => return SentThought::elided(EXCLUDED),
        (true, _) if is_accepted => {
            (Fate::Routed, "the adapter accepts its tag, and the wire has no place for it: it is sent in the side channel", Piece::Beside)
        }
        (true, _) if thought.native.is_some() => return SentThought::elided(NO_BLOCK),
        (true, _) if policy.mode == Mode::SummaryOnly && has_text => {
            (Fate::Degraded, "the policy sends only its readable text", envelope())
        }
        (true, ForeignThoughts::SideChannel) => (Fate::Routed, "the policy sends it in the side channel", Piece::Beside),
        (true, ForeignThoughts::Envelope) if has_text => (Fate::Degraded, "the policy sends its text in an envelope", envelope()),
        _ if thought.is_prompted() => return SentThought::elided("a prompt asked for it, and the policy does not send it"),
        _ => return SentThought::elided("another vendor signed or encrypted it, and the target cannot read it"),
    };
    SentThought { fate, reason, piece, handles: Vec::new() }
}

/// The reason for a thought whose handle another vendor wrote.
pub(super) const EXCLUDED: &str = "its format shows that another vendor signed or encrypted it";

/// Returns `true` if a string in the payload of a thought has a form that shows that a vendor did not write it.
pub(super) fn excludes_vendor(thought: &KeptThought<'_>, vendor: &str) -> bool {
    let block = thought.native.as_ref().and_then(|native| scan(&native.block).ok());
    let values = thought.payload.into_iter().chain(block.as_ref().map(Document::root));
    values.into_iter().any(|value| has_excluded(value, vendor))
}

fn has_excluded(value: Value<'_>, vendor: &str) -> bool {
    let inner = value.elements().chain(value.members().map(|(_, member)| member));
    value.text().is_some_and(|text| excludes(text, vendor)) || inner.into_iter().any(|value| has_excluded(value, vendor))
}

/// AWS streams a signature without a text and asks for the text all the same: the block with an empty one.
fn text_demanded(block: Value<'_>) -> Option<Vec<u8>> {
    let inner = block.path("reasoningContent.reasoningText").filter(|inner| inner.fits("signature !text:s"))?;
    let mut out = Writer::default();
    out.open(b'{');
    out.name("reasoningContent");
    out.open(b'{');
    out.name("reasoningText");
    out.open(b'{');
    for (name, value) in inner.members().filter(|(name, _)| name.raw() != b"text") {
        out.written_name(name.raw());
        out.raw(value.raw());
    }
    out.member("text", "");
    (0..3).for_each(|_| out.close(b'}'));
    Some(out.finish())
}

/// The thoughts as the writer of the target wrote them.
struct WrittenPieces<'w> {
    written: &'w Written,
    target: &'w Document<'w>,
    places: Places<'w>,
    wire: &'w Wire,
}

impl WrittenPieces<'_> {
    /// The piece that was written of the thought with these bytes.
    fn piece(&mut self, span: Span) -> Piece {
        let place = self.written.places.iter().find(|(one, _)| *one == span);
        let Some(value) = place.and_then(|(_, at)| value_after(self.target, *at)) else { return Piece::Nothing };
        // Ollama's writer places the message, and the reasoning is a member of it.
        if let Some(thinking) = value.get("thinking").filter(|thinking| thinking.text().is_some() && value.get("role").is_some()) {
            return Piece::Block { json: thinking.raw().to_vec(), slot: Slot::Member("thinking".to_owned()) };
        }
        let slot = Slot::of_pointer(Some(&lossy(self.places.pointer(value))), self.wire);
        Piece::Block { json: value.raw().to_vec(), slot }
    }
}
