//! Texts in plain words: what printing, logging and showing an error does to its letters is undone.
//!
//! Gateways strip quotes and backticks, logs escape them, terminals break lines and draw boxes, pages write entities. A template and a text are
//! compared after all of that is gone.

/// A text without quotes and colours, with escapes and entities read, and with one space where there are several.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_line_start = true;
    while let Some(char) = rest.chars().next() {
        let after = rest.get(char.len_utf8()..).unwrap_or_default();
        let (char, after) = match char {
            '\\' => escaped(after),
            '&' => entity(after).unwrap_or((Some('&'), after)),
            '\x1b' => (None, without_colour(after)),
            _ => (Some(char), after),
        };
        rest = after;
        let Some(char) = char else { continue };
        match char {
            '`' | '\'' | '"' | '“' | '”' | '‘' | '’' | '\u{200b}'..='\u{200d}' | '\u{feff}' => {}
            // The mark of a quoted line, and the frames that terminals draw.
            '>' if is_line_start => {}
            '\u{2500}'..='\u{259f}' | '⎿' => push_space(&mut out),
            // A line that is empty ends a sentence.
            '\n' if is_line_start && out.len() > 1 && !out.ends_with("| ") => {
                push_space(&mut out);
                out.push_str("| ");
            }
            _ if char.is_whitespace() => {
                is_line_start |= char == '\n';
                push_space(&mut out);
            }
            _ => {
                is_line_start = false;
                out.push(char);
            }
        }
    }
    out
}

fn push_space(out: &mut String) {
    if !out.ends_with(' ') {
        out.push(' ');
    }
}

/// The character of an escape, and the text after it. Texts are escaped once for each text that holds them, so several
/// backslashes are one.
fn escaped(after: &str) -> (Option<char>, &str) {
    let after = after.trim_start_matches('\\');
    if let Some(rest) = after.strip_prefix(['n', 'r', 't']) {
        return (Some(' '), rest);
    }
    let unicode = || {
        let digits = after.strip_prefix('u')?.get(..4)?;
        let char = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
        Some((Some(char), after.get(5..)?))
    };
    unicode().unwrap_or((None, after))
}

/// The character of an HTML entity, and the text after it.
fn entity(after: &str) -> Option<(Option<char>, &str)> {
    ENTITIES.iter().find_map(|(name, char)| Some((Some(*char), after.strip_prefix(name)?)))
}

/// The text after a code that sets a colour.
fn without_colour(after: &str) -> &str {
    let Some(inside) = after.strip_prefix('[') else { return after };
    inside.trim_start_matches(|char: char| char.is_ascii_digit() || char == ';').trim_start_matches(['m', 'K'])
}

/// The entities that occur in errors.
const ENTITIES: [(&str, char); 10] = [
    ("quot;", '"'),
    ("apos;", '\''),
    ("#39;", '\''),
    ("#039;", '\''),
    ("#x27;", '\''),
    ("#96;", '`'),
    ("#x60;", '`'),
    ("lt;", '<'),
    ("gt;", '>'),
    ("amp;", '&'),
];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn quotes_escapes_entities_colours_and_frames_are_gone() {
        assert_eq!(plain(r#"Invalid \"signature\" in \\\\\"thinking\\\\\" block"#), "Invalid signature in thinking block");
        assert_eq!(plain(r"Invalid \u0060signature\u0060 in\n`thinking` block"), "Invalid signature in thinking block");
        assert_eq!(plain("Invalid &quot;signature&quot; in &#x60;thinking&#x60; block"), "Invalid signature in thinking block");
        assert_eq!(plain("\x1b[31mInvalid\x1b[0m signature\n> in\n │ thinking █│\n│ block"), "Invalid signature in thinking block");
        assert_eq!(plain("a & b \\ c"), "a & b c");
    }
}
