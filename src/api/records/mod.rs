//! The records that cross to a host language. One struct is both the JSON of a record, by `serde`, and its TypeScript, by `tsify`.
//!
//! [Options](AuditOptions), [targets](Target) and [tables](Tables) are what callers give. [Parts](PartRecord) and the events of streams are so many that they cross
//! in a shorter form, which is written beside the struct. [`foreign`] has the shapes of other systems.
//!
//! Names and values of the input are text in them, never objects: a member called `__proto__` is a name like any other, and a number stays as it is written.

mod audit;
mod checks;
mod convert;
mod exchange;
pub mod foreign;
mod gateway;
mod json;
mod ledger;
mod lines;
mod options;
mod parts;
mod rewrite;
mod sessions;
mod stream;
mod tables;
mod target;
mod thoughts;
mod turn;
mod views;

pub use audit::{AppliedFix, Classified, Finding, Fix, FoundPlace, JudgedModel, RepairStep, Report, RuleCard, SkippedFix, TextEdit};
pub use checks::Checks;
pub use convert::{ConversionNote, PlannedThought};
pub use exchange::{Detection, Note};
pub use gateway::{AddressFacts, EndpointFacts, GatewayFacts, RefusalAnswer, WireHttp};
pub use json::{Place, Scan};
pub use ledger::{Conversation, Followed, LedgerSnapshot};
pub use lines::{LineBodyPlace, LineError, LineExchangeRecord, LineRecord};
pub use options::{AuditOptions, ConversionPolicy, RepairOptions, RewriteOptions};
pub use parts::{CallRecord, EntryRecord, PartRecord, Strings, ThoughtRecord};
pub use rewrite::{Rewrite, RewriteBreak, RewriteElision};
pub use sessions::{BodyEnd, SessionExchangeRecord, SessionRefusal, TranscriptExchange, TranscriptFault, TranscriptOutcome};
pub use stream::{AnswerEnd, StreamEvent, StreamedEnd};
pub use tables::{HostRow, ModelName, ModelRow, Tables};
pub use target::{Target, Unrecorded, Wire};
pub use thoughts::RoutedThought;
pub use turn::{Continuation, Diagnostic, HistoryRecord, InputTransformation, Issuer, Provenance, Stretch, TurnRecord};
pub use views::{BrokenRecord, LogHead, LogVerdict, RedactionHit};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use crate::json::quote_wtf8;

/// A string of the input that is kept as JSON writes it: it may hold a lone surrogate, and a Rust string cannot.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct WrittenString(Box<RawValue>);

impl WrittenString {
    /// Writes a string that is known by its bytes.
    pub(super) fn new(bytes: &[u8]) -> Self {
        let text = String::from_utf8(quote_wtf8(bytes)).unwrap_or_default();
        Self(RawValue::from_string(text).unwrap_or_default())
    }
}

/// Writes pairs as the members of an object, in their order.
fn as_members<S: Serializer, K: Serialize, V: Serialize>(pairs: &[(K, V)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (name, value) in pairs {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

/// The JSON of a record. Nothing in a record can fail to be written: names are strings, and numbers are whole.
#[must_use]
pub fn json_of(record: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(record).unwrap_or_default()
}

/// The same as text.
#[must_use]
pub fn json_text(record: &impl Serialize) -> String {
    serde_json::to_string(record).unwrap_or_default()
}
