//! The words of two people and of their models, before they are written in any wire: the same where it collides, and thoughts that are never the same.

/// One conversation.
#[derive(Clone, Debug)]
pub struct Talk {
    pub prompt: String,
    pub turns: Vec<Turn>,
}

/// One answer of the model, and what is said to it next.
#[derive(Clone, Debug)]
pub struct Turn {
    pub response: String,
    pub thoughts: Vec<Thought>,
    pub text: Option<String>,
    pub calls: Vec<Call>,
    /// The next words of the user, or the answer of each tool if there are calls.
    pub next: String,
}

#[derive(Clone, Debug)]
pub struct Thought {
    pub id: String,
    pub text: String,
    pub handle: String,
    /// Where no other handle has the same characters.
    pub own_part: String,
    pub redacted: bool,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub id: String,
    pub item: String,
    pub name: String,
    pub place: String,
}
