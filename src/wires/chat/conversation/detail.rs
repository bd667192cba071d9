//! The items in which OpenRouter lists thoughts, `reasoning_details`. Pydantic AI keeps the members of an item apart, in `provider_details`.

use crate::conversation::writer::RequestWriter;
use crate::model::Content;

/// Returns `true` if a thought is an item of OpenRouter, whole or with its members apart.
pub(crate) fn is_detail(content: &Content<'_>) -> bool {
    content.value.fits("type^reasoning.,provider_details.type^reasoning.")
}

/// Writes an item of OpenRouter: unchanged, or rewritten if a format separates its members.
pub(crate) fn write_detail(content: &Content<'_>, request: &mut RequestWriter<'_, '_>) {
    let Some((thinking, apart)) = content.thinking.as_ref().zip(content.value.get("provider_details")) else {
        return request.out.raw(content.value.raw());
    };
    request.out.open(b'{');
    for (name, value) in
        [("id", content.value.get("id")), ("type", apart.get("type")), ("format", apart.get("format")), ("index", apart.get("index"))]
    {
        value.filter(|value| !value.is_null()).into_iter().for_each(|value| request.json(name, value.raw()));
    }
    let [text, handle] = match apart.token("type") {
        b"reasoning.summary" => ["summary", ""],
        b"reasoning.encrypted" => ["", "data"],
        _ => ["text", "signature"],
    };
    for (name, strings) in [(text, &thinking.texts), (handle, &thinking.handles)] {
        if let Some(string) = strings.first()
            && !name.is_empty()
        {
            request.json(name, string.raw());
        }
    }
    request.out.close(b'}');
}
