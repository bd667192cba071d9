//! Messages of an agent, before they are written on a wire. Every member is JSON, with the bytes of the file.

use std::rc::Rc;

use super::place::Place;
use super::wire::AgentWire;
use crate::conversation::mask::{has_mask, is_masked};
use crate::json::{Value, Writer, quote_wtf8, scan};

/// A JSON value in its recorded bytes.
pub type Json = Vec<u8>;

/// A message.
#[derive(Clone)]
pub struct Message {
    pub role: Role,
    pub parts: Vec<Part>,
    /// The model that it is from. `None` if it is not a model's.
    pub origin: Option<Rc<Origin>>,
    /// The line and the byte at which its piece of the file begins. `None` if the agent adds it.
    pub source: Option<(usize, usize)>,
    /// The parts that are from other pieces of the file: their positions in `parts`, each with its line and byte.
    pub apart: Vec<(usize, (usize, usize))>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    System,
    User,
    Assistant,
}

/// A part of a message.
#[derive(Clone)]
pub enum Part {
    Text {
        text: Json,
        signature: Option<Json>,
    },
    Thinking {
        text: Json,
        /// The signature. On chat wires it is the name of the member that holds the text.
        signature: Option<Json>,
        is_redacted: bool,
    },
    Call {
        id: Json,
        name: Json,
        /// An object, or a string with its text.
        arguments: Json,
        signature: Option<Json>,
    },
    Result {
        id: Json,
        name: Option<Json>,
        output: Vec<Part>,
        is_error: bool,
    },
    Image {
        media: Json,
        data: Json,
    },
    /// A block or an item in the form of the wire. On chat wires it is a member of the message with its name.
    Native(Json),
}

/// The model of an answer, and the way to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    pub wire: AgentWire,
    pub model: Option<String>,
    pub host: Option<String>,
    /// The name of the provider in the file.
    pub provider: Option<String>,
}

/// The way in which an agent sends the thoughts of another model.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Foreign {
    /// It is not known. They are left out, and handles count as unrecorded.
    #[default]
    Unknown,
    /// It sends their text as text.
    AsText,
    /// It sends them unchanged.
    Kept,
}

impl Message {
    pub fn new(role: Role, parts: Vec<Part>) -> Self {
        Self { role, parts, origin: None, source: None, apart: Vec::new() }
    }

    /// Adds parts from other pieces of the file before its own.
    pub fn after(mut self, earlier: Vec<(Part, Place)>) -> Self {
        let (parts, places): (Vec<Part>, Vec<Place>) = earlier.into_iter().unzip();
        self.apart = places.iter().map(|place| (place.line, place.offset)).enumerate().collect();
        self.parts.splice(..0, parts);
        self
    }

    /// Makes a message of the user with one text.
    pub fn of_user(text: Json) -> Self {
        Self::new(Role::User, vec![Part::text(text)])
    }

    /// Returns `true` if it has only results of calls.
    pub fn is_results(&self) -> bool {
        !self.parts.is_empty() && self.parts.iter().all(|part| matches!(part, Part::Result { .. }))
    }

    /// Returns the parts that the agent sends to a model.
    pub fn parts_for(&self, to: &Origin, foreign: Foreign) -> Vec<Part> {
        let is_own = self.origin.as_deref().is_none_or(|origin| origin == to);
        if is_own {
            return self.parts.clone();
        }
        if foreign == Foreign::Kept {
            let is_same_wire = self.origin.as_deref().is_some_and(|origin| origin.wire == to.wire);
            return self.parts.iter().filter(|part| is_same_wire || !matches!(part, Part::Native(_))).cloned().collect();
        }
        let convert = |part: &Part| match part {
            Part::Thinking { text, is_redacted: false, .. } if foreign == Foreign::AsText => Some(Part::text(text.clone())),
            Part::Thinking { .. } | Part::Native(_) => None,
            Part::Text { text, .. } => Some(Part::text(text.clone())),
            Part::Call { id, name, arguments, .. } => {
                Some(Part::Call { id: id.clone(), name: name.clone(), arguments: arguments.clone(), signature: None })
            }
            part => Some(part.clone()),
        };
        self.parts.iter().filter_map(convert).collect()
    }

    /// Returns `true` if a recorder wrote something else over one of its handles.
    pub fn is_masked(&self) -> bool {
        let is_mask = |json: &[u8]| scan(json).is_ok_and(|document| is_masked(document.root()) || has_mask(document.root()));
        self.parts.iter().any(|part| match part {
            Part::Thinking { signature: Some(handle), .. } | Part::Call { signature: Some(handle), .. } | Part::Native(handle) => {
                is_mask(handle)
            }
            _ => false,
        })
    }

    /// Returns its approximate length in bytes.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum::<usize>() + 32
    }
}

impl Part {
    pub fn text(text: Json) -> Self {
        Self::Text { text, signature: None }
    }

    fn len(&self) -> usize {
        match self {
            Self::Text { text, .. } | Self::Thinking { text, .. } => text.len() + 64,
            Self::Call { arguments, .. } => arguments.len() + 128,
            Self::Result { output, .. } => output.iter().map(Self::len).sum::<usize>() + 64,
            Self::Image { data, .. } | Self::Native(data) => data.len(),
        }
    }
}

/// Writes a message with a list of parts, for wires whose system prompt is outside of the messages. Returns nothing if no part was written.
pub fn turn(role: Role, assistant: &str, list: &str, parts: &[Part], write: fn(&Part, &mut Writer)) -> Json {
    let role = match role {
        Role::System => return Vec::new(),
        Role::User => "user",
        Role::Assistant => assistant,
    };
    let mut out = Writer::default();
    out.open(b'{');
    out.member("role", role);
    out.name(list);
    out.open(b'[');
    let empty = out.len();
    parts.iter().for_each(|part| write(part, &mut out));
    if out.len() == empty {
        return Vec::new();
    }
    out.close(b']');
    out.close(b'}');
    out.finish()
}

/// Returns a text as JSON.
pub fn text_json(text: &str) -> Json {
    quote_wtf8(text.as_bytes())
}

/// Returns JSON strings joined into one.
pub fn concat_json(pieces: &[&[u8]]) -> Json {
    let inside = pieces.iter().map(|piece| piece.strip_prefix(b"\"").and_then(|piece| piece.strip_suffix(b"\"")).unwrap_or_default());
    let joined: Vec<u8> = inside.collect::<Vec<_>>().concat();
    [b"\"", joined.as_slice(), b"\""].concat()
}

/// Returns the texts of parts, with line feeds between them.
pub fn texts_joined(parts: &[Part], between: &str) -> Json {
    let between = text_json(between);
    let mut pieces: Vec<&[u8]> = Vec::new();
    for part in parts {
        if let Part::Text { text, .. } = part {
            if !pieces.is_empty() {
                pieces.push(&between);
            }
            pieces.push(text);
        }
    }
    concat_json(&pieces)
}

/// Returns arguments as a string that holds their JSON.
pub fn arguments_text(arguments: &[u8]) -> Json {
    if arguments.starts_with(b"\"") { arguments.to_vec() } else { quote_wtf8(arguments) }
}

/// Returns arguments as an object.
pub fn arguments_object(arguments: &[u8]) -> Json {
    let text = scan(arguments).ok().and_then(|document| document.root().text().map(|text| text.wtf8().into_owned()));
    let object = text.filter(|text| scan(text).is_ok());
    object.unwrap_or_else(|| if arguments.is_empty() { b"{}".to_vec() } else { arguments.to_vec() })
}

impl From<Value<'_>> for Part {
    /// Makes a text of a string, and of anything else its JSON.
    fn from(value: Value<'_>) -> Self {
        let text = if value.text().is_some() { value.raw().to_vec() } else { quote_wtf8(value.raw()) };
        Self::text(text)
    }
}
