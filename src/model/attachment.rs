//! The place to which a thought's handle is attached.

use serde::Serialize;

/// The place in a response to which a thought, or its handle, is attached. It is a separate `block`, a function `call`, a part of visible `text`, or an `empty`
/// part. It may be an `item` that is bound to the next one, a `field` beside the content, or an `argument` of a call. A `tag` has a stretch of visible text. A
/// provider refuses or loses a handle that is sent in another place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Attachment {
    /// A separate content block, in order among the others.
    Block,
    /// A function call that carries the handle.
    Call {
        /// The call's id, if the wire has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// A part of visible text that carries the handle.
    Text,
    /// A part without visible content, sent only for the handle.
    Empty,
    /// A separate item, bound to the item that follows it.
    Item {
        /// The id of the item it must precede.
        #[serde(skip_serializing_if = "Option::is_none")]
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
    /// Returns its word, and the name or id in it.
    #[must_use]
    pub fn words(&self) -> (&'static str, Option<&str>) {
        match self {
            Attachment::Block => ("block", None),
            Attachment::Call { id } => ("call", id.as_deref()),
            Attachment::Text => ("text", None),
            Attachment::Empty => ("empty", None),
            Attachment::Item { partner } => ("item", partner.as_deref()),
            Attachment::Field { name } => ("field", Some(name)),
            Attachment::Tag { name } => ("tag", Some(name)),
            Attachment::Argument { name } => ("argument", Some(name)),
        }
    }

    /// Returns the attachment for these words.
    #[must_use]
    pub fn named(word: &str, of: Option<String>) -> Option<Self> {
        let name = of.clone().unwrap_or_default();
        Some(match word {
            "block" => Attachment::Block,
            "call" => Attachment::Call { id: of },
            "text" => Attachment::Text,
            "empty" => Attachment::Empty,
            "item" => Attachment::Item { partner: of },
            "field" => Attachment::Field { name },
            "tag" => Attachment::Tag { name },
            "argument" => Attachment::Argument { name },
            _ => return None,
        })
    }

    /// Returns `true` if the model emitted reasoning natively in this place. Otherwise a prompt made it write reasoning as visible text.
    #[must_use]
    pub fn is_native(&self) -> bool {
        !matches!(self, Attachment::Tag { .. } | Attachment::Argument { .. })
    }
}
