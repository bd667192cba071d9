//! The details of a finding: a struct that its rule declares with [`details!`], and the message that is made from it.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::{Debug, Display, Formatter, Result, Write};
use std::ops::Deref;

/// The details of one finding, under the names that the sentences of providers and readers of a report use.
pub trait Details: Any + Debug + Send + Sync {
    /// Lists the fields in their order, each with its whole text.
    fn args(&self) -> Args<'_>;

    /// Says what is wrong in this finding.
    fn message(&self) -> String;
}

/// Names, each with its text.
pub type Args<'a> = Vec<(&'static str, Cow<'a, str>)>;

/// Declares the details of a finding: a struct, and its message with the fields in braces. A message with a condition comes first, and the first
/// whose condition holds is used. A field whose name in a report is a keyword of Rust is written `kind as "type": String`.
macro_rules! details {
    ($(
        $(#[$about:meta])*
        $visible:vis struct $Details:ident { $($field:ident $(as $name:literal)?: $Type:ty),* $(,)? }
        $(message if $condition:expr => $special:literal)*
        message => $message:literal
    )+) => {$(
        $(#[$about])*
        #[derive(Debug)]
        $visible struct $Details {
            $($visible $field: $Type,)*
        }

        impl $crate::audit::details::Details for $Details {
            fn args(&self) -> $crate::audit::details::Args<'_> {
                #[allow(unused_mut, reason = "there may be no field")]
                let mut args = Vec::new();
                $($crate::audit::details::Field::list(&self.$field, details!(@name $field $($name)?), &mut args);)*
                args
            }

            fn message(&self) -> String {
                $(
                    #[allow(unused_variables, reason = "a message need not have all fields")]
                    let $field = $crate::audit::details::InMessage(&self.$field);
                )*
                $(if $condition {
                    return format!($special);
                })*
                format!($message)
            }
        }
    )+};
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
}
pub(in crate::audit) use details;

/// A value that a field of details may have.
pub(in crate::audit) trait Field {
    /// Adds its text to the arguments, or nothing if it is absent.
    fn list<'a>(&'a self, name: &'static str, args: &mut Args<'a>);

    /// Writes it for a message: short, on one line.
    fn show(&self, out: &mut Formatter<'_>) -> Result;
}

/// A text of the request, the ledger or the target.
impl Field for String {
    fn list<'a>(&'a self, name: &'static str, args: &mut Args<'a>) {
        args.push((name, Cow::Borrowed(self)));
    }

    fn show(&self, out: &mut Formatter<'_>) -> Result {
        show_text(self, out)
    }
}

/// A word of ours.
impl Field for &'static str {
    fn list<'a>(&'a self, name: &'static str, args: &mut Args<'a>) {
        args.push((name, Cow::Borrowed(self)));
    }

    fn show(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str(self)
    }
}

impl Field for usize {
    fn list<'a>(&'a self, name: &'static str, args: &mut Args<'a>) {
        args.push((name, Cow::Owned(self.to_string())));
    }

    fn show(&self, out: &mut Formatter<'_>) -> Result {
        Display::fmt(self, out)
    }
}

/// A list of ids. A message has the first of them, each in backticks.
impl Field for Vec<String> {
    fn list<'a>(&'a self, name: &'static str, args: &mut Args<'a>) {
        let mut all = String::new();
        for text in self {
            // Providers write an empty id at the start as nothing, without a comma.
            all.extend([if all.is_empty() { "" } else { ", " }, text]);
        }
        args.push((name, Cow::Owned(all)));
    }

    fn show(&self, out: &mut Formatter<'_>) -> Result {
        for (nth, text) in self.iter().take(MOST_SHOWN).enumerate() {
            out.write_str(if nth == 0 { "`" } else { ", `" })?;
            show_text(text, out)?;
            out.write_char('`')?;
        }
        match self.len().saturating_sub(MOST_SHOWN) {
            0 => Ok(()),
            more => write!(out, " and {more} more"),
        }
    }
}

impl<T: Field> Field for Option<T> {
    fn list<'a>(&'a self, name: &'static str, args: &mut Args<'a>) {
        self.iter().for_each(|value| value.list(name, args));
    }

    fn show(&self, out: &mut Formatter<'_>) -> Result {
        self.iter().try_for_each(|value| value.show(out))
    }
}

/// A field that only the message has. Arguments are what a report has always listed.
#[derive(Debug)]
pub(in crate::audit) struct Unlisted<T>(pub(in crate::audit) T);

impl<T: Field> Field for Unlisted<T> {
    fn list<'a>(&'a self, _: &'static str, _: &mut Args<'a>) {}

    fn show(&self, out: &mut Formatter<'_>) -> Result {
        self.0.show(out)
    }
}

/// A field in a message: it can be asked like its value, and is written short.
pub(in crate::audit) struct InMessage<'f, T>(pub(in crate::audit) &'f T);

impl<T> Deref for InMessage<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

impl<T: Field> Display for InMessage<'_, T> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        self.0.show(out)
    }
}

/// So many ids of a list are in a message.
const MOST_SHOWN: usize = 3;

/// So many characters of a value are in a message. The longest id that OpenAI allows fits.
const LONGEST_SHOWN: usize = 64;

/// Writes a value into backticks of a message. A request may hold anything: long values are cut, and a character that would end the line or the
/// backticks, or turn the direction of the text, is escaped.
fn show_text(text: &str, out: &mut Formatter<'_>) -> Result {
    if text.is_empty() {
        return out.write_str("\"\"");
    }
    for letter in text.chars().take(LONGEST_SHOWN) {
        if is_hostile(letter) {
            Display::fmt(&letter.escape_unicode(), out)?;
        } else {
            out.write_char(letter)?;
        }
    }
    if text.chars().nth(LONGEST_SHOWN).is_some() { out.write_char('…') } else { Ok(()) }
}

/// Returns a text as it is between the backticks of a message.
pub(in crate::audit) fn shown(text: &str) -> String {
    InMessage(&text.to_owned()).to_string()
}

fn is_hostile(letter: char) -> bool {
    let is_formatting = matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    letter.is_control() || is_formatting || letter == '`'
}

#[cfg(test)]
mod tests {
    use super::{Details, Unlisted};

    details! {
        /// One field of each sort.
        struct Sample { kind as "type": &'static str, id: Option<String>, ids: Vec<String>, nth: usize, most: Unlisted<usize> }
        message if id.is_none() => "{kind}, {nth} of {most}"
        message if *nth == 0 => "no {kind}"
        message => "{kind} `{id}`: {ids}"
    }

    fn sample(id: Option<&str>, ids: &[&str], nth: usize) -> Sample {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        Sample { kind: "call", id: id.map(str::to_owned), ids, nth, most: Unlisted(9) }
    }

    fn args(details: &dyn Details) -> Vec<(&'static str, String)> {
        details.args().into_iter().map(|(name, text)| (name, text.into_owned())).collect()
    }

    #[test]
    fn arguments_are_the_fields_that_are_there_in_order() {
        let expected =
            |pairs: &[(&'static str, &str)]| -> Vec<_> { pairs.iter().map(|(name, text)| (*name, (*text).to_owned())).collect() };
        assert_eq!(args(&sample(Some(""), &["a", "b"], 2)), expected(&[("type", "call"), ("id", ""), ("ids", "a, b"), ("nth", "2")]));
        assert_eq!(args(&sample(None, &["", "b", ""], 0)), expected(&[("type", "call"), ("ids", "b, "), ("nth", "0")]));
    }

    #[test]
    fn the_first_message_whose_condition_holds_is_used() {
        assert_eq!(sample(None, &[], 0).message(), "call, 0 of 9");
        assert_eq!(sample(Some("a"), &[], 0).message(), "no call");
        assert_eq!(sample(Some("a"), &["b"], 1).message(), "call `a`: `b`");
    }

    #[test]
    fn a_message_has_the_beginning_of_a_long_value_and_of_a_long_list() {
        let [fits, long] = [64, 65].map(|length| "ä".repeat(length));
        assert_eq!(sample(Some(&fits), &["b", "c", "d"], 1).message(), format!("call `{fits}`: `b`, `c`, `d`"));
        assert_eq!(sample(Some(&long), &["b", "c", "d", "e", "f"], 1).message(), format!("call `{fits}…`: `b`, `c`, `d` and 2 more"));
    }

    #[test]
    fn a_message_stays_on_its_line_and_in_its_backticks() {
        assert_eq!(
            sample(Some("a\r\n`\u{7f}\u{2028}\u{2067}"), &[""], 1).message(),
            r#"call `a\u{d}\u{a}\u{60}\u{7f}\u{2028}\u{2067}`: `""`"#
        );
    }
}
