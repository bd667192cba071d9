//! Where a thought's handle hangs.

/// The place in a response to which a thought, or the opaque handle that stands for it, is attached.
///
/// Providers differ in nothing more than in this, and a handle that comes back in another place is refused or lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Attachment {
    /// A content block of its own, in order among the others.
    Block,
    /// A function call that carries the handle.
    Call {
        /// The call's id, where the wire gives it one.
        id: Option<String>,
    },
    /// A part of visible text that carries the handle.
    Text,
    /// A part with nothing visible in it, sent only for the handle.
    Empty,
    /// A separate item, bound to the item that follows it.
    Item {
        /// The id of the item it must precede.
        partner: Option<String>,
    },
    /// A field beside the message's content.
    Field {
        /// The field's name.
        name: String,
    },
    /// A stretch of the visible text between delimiters.
    Tag {
        /// The delimiter's name, such as `think`.
        name: String,
    },
    /// An argument of a function call, put there by prompting.
    Argument {
        /// The argument's name.
        name: String,
    },
}

impl Attachment {
    /// Whether reasoning in this place was emitted as such by the model, rather than coaxed into visible text.
    #[must_use]
    pub fn is_native(&self) -> bool {
        !matches!(self, Attachment::Tag { .. } | Attachment::Argument { .. })
    }
}
