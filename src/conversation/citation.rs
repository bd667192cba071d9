//! Citations of web pages: OpenAI's `url_citation`, Anthropic's `web_search_result_location` and Google's grounding chunks have the same meaning.

use crate::json::{Text, Value};

/// A page that a text cites. Texts are the insides of JSON strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The address of the page.
    pub url: Vec<u8>,
    /// Its title.
    pub title: Vec<u8>,
    /// The characters of the text that cite it, if the source gives them.
    pub span: Option<[usize; 2]>,
}

impl Citation {
    /// Reads a citation of a web page. Returns `None` if it is of another kind.
    #[must_use]
    pub fn read(value: Value<'_>) -> Option<Self> {
        // Chat and Google have the members in a nested object.
        let own = value.get("url_citation").or_else(|| value.get("web")).unwrap_or(value);
        let raw = |name: &str| own.get(name).and_then(Value::text).map(Text::raw);
        let url = raw("url").or_else(|| raw("uri")).filter(|url| !url.is_empty())?;
        let count = |name: &str| own.get(name).and_then(Value::whole).and_then(|count| usize::try_from(count).ok());
        let span = count("start_index").zip(count("end_index")).map(|(start, end)| [start, end]);
        Some(Self { url: url.to_vec(), title: raw("title").unwrap_or_default().to_vec(), span })
    }
}

/// Counts the characters of a text, as JSON writes it between quotes.
#[must_use]
pub(crate) fn count_letters(written: &[u8]) -> usize {
    Text::written(written).lossy().chars().count()
}
