//! A request between its writer and the last step, with the source that it was written from.

use super::home::Homecoming;
use crate::conversation::reader::SettingPath;
use crate::json::{Document, Span};
use crate::model::{Conversation, Target};

/// A request as a writer leaves it.
#[derive(Default)]
pub(super) struct Written {
    /// Its text.
    pub(super) text: Vec<u8>,
    /// Where contents went: their bytes in the source, and the byte of the text after which each is written.
    pub(super) places: Vec<(Span, usize)>,
    /// The messages that came home, as the writer has them.
    pub(super) homes: Vec<(Option<Span>, usize, usize)>,
    /// Where the target has its settings.
    pub(super) settings: &'static [SettingPath],
}

/// The source of a conversion.
pub(super) struct Source<'s, 'd> {
    /// The request.
    pub(super) request: &'d Document<'d>,
    /// The conversation that was read from it.
    pub(super) conversation: &'s Conversation<'d>,
    /// Its target.
    pub(super) from: &'s Target,
    /// Its runs, looked up in the ledger.
    pub(super) home: Option<Homecoming<'s>>,
}
