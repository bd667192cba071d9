//! Layer 8: a request of any wire as one of any other.
//!
//! ```text
//! request ─► read ─► conversation ─► plan (fates) ─► write ─► repair ─► request
//! ```
//!
//! `read` makes a [`Conversation`](crate::model::Conversation) whose parts point into their source. [`Plan`] decides the fate of each thought before a byte is written. `write` follows
//! it. What the target cannot say as the source did is a note. At last the audit of the target looks at the result, and what it would refuse is repaired and
//! noted, so the target accepts the request.
//!
//! | module | holds |
//! |---|---|
//! | `wires` | the table of wires that are converted from and to; each is read and written in its folder of [`wires`](crate::wires) |
//! | `draft`, `finish`, `fix_notes`, `said_texts`, `shifts` | the steps from a plan to a request, the audit of the result, and the notes on its repairs |
//! | `plan`, `policy`, `demand`, `bound`, `apply`, `stored`, `settle` | the fates of thoughts: the caller's choices, who asks for reasoning, what binds them, what follows, and what the request has in the end |
//! | `ids`, `signed_ids`, `names`, `late`, `files`, `same_wire` | forms that change between wires, and change back |
//! | `stream`, `open_calls`, `response`, `reply_notes`, `reply_texts`, `error`, `envelope`, `overflow` | a provider's answer, for a client of another |
//! | `refusal` | an answer of our own, in the form of the vendor that was called |
//! | `thoughts` | thoughts apart from their answers: their fates at a target, and their places in a request |
//! | `restore`, `origins`, `spoken` | the way back: original entries, under a hash of what was said up to them |
//!
//! A new wire has a reader and a writer in its folder, and one line in `WIRES`.

mod apply;
mod bound;
mod conversion;
mod demand;
mod draft;
mod envelope;
mod error;
mod files;
mod finish;
mod fix_notes;
mod ids;
mod late;
mod names;
mod open_calls;
mod origins;
mod overflow;
mod plan;
mod policy;
mod refusal;
mod reply_notes;
mod reply_texts;
mod response;
mod restore;
mod said_texts;
mod same_wire;
mod settle;
mod shifts;
mod signed_ids;
mod spoken;
mod stored;
mod stream;
mod thoughts;
mod wires;
mod written;

use crate::audit::Options;
use crate::conversation::answer::Answer;
use crate::conversation::note::Notes;
use crate::conversation::travel::Ends;
use crate::error::Error;
use crate::formats::{format_named, whole_messages};
use crate::json::{Document, scan};
use crate::knowledge::profile::profile;
use crate::model::Target;
use crate::wires::issuer;
use draft::Draft;
use plan::plan_thoughts;
use reply_notes::leave_out_lost_calls;
use restore::Originals;
use signed_ids::{attach, signatures_in};
use wires::{format_of, read_for};
use written::Source;

pub use conversion::Conversion;
pub use error::{ConvertedError, convert_error, convert_failure, convert_sentence, failure_event};
pub use finish::ReportReader;

pub use restore::{SeenEntries, seen_reply};

pub use crate::conversation::plan::{Plan, PlannedThought};
pub use policy::{ForeignThoughts, Mode, Policy, Window};
pub use refusal::refuse;
pub use response::{ConvertedReply, convert_response};
pub use stored::stored_fates;
pub use stream::StreamConverter;
pub use thoughts::{
    FoundThought, KeptThought, Piece, PlacedThought, Placement, Receiver, Recipient, RouteMode, RouteTerms, RouteWindow, SentThought,
    answers, place_thoughts, read_thoughts, route_thoughts, send_thoughts,
};
pub use wires::{read, reply_wires, wires};

/// Converts a request of one wire into one of another.
///
/// # Errors
/// A wire that has no reader or writer; a request that holds only what is new; tables that cannot be read.
pub fn convert(request: &Document<'_>, from: &Target, to: &Target, policy: &Policy, options: &Options<'_>) -> Result<Conversion, Error> {
    convert_and_read(request, [from, to], policy, options, &mut |_, _, _| {})
}

/// Converts a request, and hands the report about the converted one to a reader while its text is there. A format that is not sent has no report.
///
/// # Errors
/// Those of [`convert`].
pub fn convert_and_read(
    request: &Document<'_>,
    [from, to]: [&Target; 2],
    policy: &Policy,
    options: &Options<'_>,
    read_report: &mut ReportReader<'_>,
) -> Result<Conversion, Error> {
    convert_answer(request, [from, to], policy, options, &Answer::default(), read_report)
}

/// Converts a request, or an answer that was put into one.
fn convert_answer(
    request: &Document<'_>,
    [from, to]: [&Target; 2],
    policy: &Policy,
    options: &Options<'_>,
    answer: &Answer,
    read_report: &mut ReportReader<'_>,
) -> Result<Conversion, Error> {
    if let Some(joined) = whole_messages(request, from)? {
        let mut conversion = convert_answer(&scan(&joined.text)?, [from, to], policy, options, answer, read_report)?;
        let pointers = conversion.plan.thoughts.iter_mut().map(|thought| &mut thought.pointer);
        for pointer in pointers.chain(conversion.notes.iter_mut().filter_map(|note| note.pointer.as_mut())) {
            *pointer = joined.source_pointer(pointer).unwrap_or_else(|| std::mem::take(pointer));
        }
        return Ok(conversion);
    }
    let nothing = scan(b"{}")?;
    let source = profile(from, request.root(), options.models)?;
    // A target without a model keeps the model of the source, so the tables are asked for that one.
    let aimed = profile(to, if to.model.is_some() { nothing.root() } else { request.root() }, options.models)?;
    let (source, aimed) = (scan(&source)?, scan(&aimed)?);
    // Another vendor's dialect of the wire has other words for settings and other places for thoughts, so it is written again.
    let is_named = |name: &str| [source.root(), aimed.root()].iter().all(|one| !one.token(name).is_empty());
    let is_alike = |name: &str| !is_named(name) || source.root().token(name) == aimed.root().token(name);
    // The vendor of an unknown host is unknown. Two of them are one vendor only if they are one host.
    let is_kin = is_alike(if is_named("vendor") { "vendor" } else { "surface" });
    let is_same = from.wire == to.wire && is_kin && is_alike("dialect");
    // At its own host a conversation loses nothing, so nothing has to be restored later.
    let is_same_host = is_same && issuer(from) == issuer(to);
    let signatures;
    let mut conversation = read_for(request, from, is_same && is_alike("surface"))?;
    if answer.digest.is_some() {
        leave_out_lost_calls(&mut conversation);
    }
    let signed = signatures_in(&conversation);
    // LiteLLM itself reads a signature in an id. Messages of a format are written again, and have another place for it.
    if let Some(list) = signed.as_ref().filter(|_| !is_same_host || format_named(&to.wire).is_some()) {
        signatures = scan(list)?;
        attach(&mut conversation, &signatures);
    }
    let issuers =
        conversation.issuers.iter().map(|issuer| profile(issuer, nothing.root(), options.models)).collect::<Result<Vec<_>, _>>()?;
    let issuers = issuers.iter().map(|issuer| scan(issuer)).collect::<Result<Vec<_>, _>>()?;
    let ends = Ends { from: source.root(), issuers: issuers.iter().map(Document::root).collect(), to: aimed.root() };
    let format = format_named(&to.wire);
    let mut originals =
        options.ledger.filter(|_| !is_same_host && format.is_none()).map(|ledger| Originals::of(&conversation, ledger, from, to));
    let mut notes = Notes::default();
    if let Some(originals) = &mut originals {
        for at in originals.withhold(&conversation, policy, to) {
            notes.at(request.at(at), "reasoning", "the ledger has the thoughts of this answer, and the policy does not send them");
        }
        let off = originals.switch_on(&mut conversation.settings.reasoning);
        notes.change_at(off, "reasoning", "an earlier conversion disabled it: it is enabled again");
    }
    let plan = plan_thoughts(&conversation, request, &ends, format.map(|format| format.holds), policy);
    let mut draft = Draft { conversation, plan, notes, ends: &ends, from, to, policy, answer };
    let mut written = match format {
        Some(format) => draft.write_format(format),
        None if is_same => {
            same_wire::edit(request, &draft.conversation, &mut draft.plan, originals.as_ref(), aimed.root(), (to, is_same_host))?
        }
        None => draft.write_wire(format_of(to)?, originals.as_ref(), is_kin),
    };
    let Draft { conversation, mut plan, notes, .. } = draft;
    apply::send_beside(&mut plan, request, policy, &mut written.text)?;
    finish::finish(written, &Source { request, conversation: &conversation, from, originals }, to, options, plan, notes, read_report)
}
