//! The sentences in which providers refuse a request, each under a name.

use std::borrow::Cow;

/// A sentence that a provider answers.
#[derive(Clone, Copy)]
pub struct Sentence {
    /// The name, which is unique among the sentences of a rule. A table may choose a sentence by it.
    pub name: &'static str,
    /// The provider's words. Braces hold a number, for that number of the pointer, or a name, for a field of the finding's details.
    pub text: &'static str,
}

impl Sentence {
    /// Names a sentence.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, text }
    }

    /// Fills the braces with the numbers of a pointer and with details. A test holds that a finding has all details of the sentence it says; a name that is
    /// missing would be an ellipsis.
    #[must_use]
    #[inline(never)]
    pub fn fill(&self, pointer: &str, args: &[(&'static str, Cow<'_, str>)]) -> String {
        let mut filled = String::with_capacity(self.text.len() + 16);
        let mut rest = self.text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            filled.push_str(before);
            match name.parse::<usize>() {
                Ok(nth) => filled.push_str(numbers(pointer).nth(nth).unwrap_or_default()),
                Err(_) => filled.push_str(args.iter().find(|(known, _)| *known == name).map_or("…", |(_, value)| value)),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }
}

/// Two sentences of a rule are the same if their names are.
impl PartialEq for Sentence {
    fn eq(&self, other: &Sentence) -> bool {
        self.name == other.name
    }
}

impl Eq for Sentence {}

/// Lists the numbers of a pointer, in order.
fn numbers(pointer: &str) -> impl Iterator<Item = &str> {
    pointer.split('/').filter(|piece| !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_digit()))
}
