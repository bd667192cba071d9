//! The result of a conversion.

use super::restore::SeenEntries;
use crate::conversation::note::ConversionNote;
use crate::conversation::plan::Plan;

/// A request, converted.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The text of the request.
    pub request: Vec<u8>,
    /// The fates of all thoughts.
    pub plan: Plan,
    /// Every other change.
    pub notes: Vec<ConversionNote>,
    /// True if it is a request that can be sent; false if it is messages in a format.
    pub is_sent: bool,
    /// The entries of the source, for a ledger to keep: with them the conversation can be restored.
    pub seen: Vec<SeenEntries>,
}
