//! Results of Cohere's tools that are documents: everything that the model was shown goes along.

use rethought::convert::wires;
use rethought::formats::formats;
use rethought::json::lossy;
use rethought::model::{Target, Wire};

use super::corpus::aim;
use super::framework_messages::converted;

fn cohere() -> Target {
    aim(&Wire::COHERE_CHAT, "api.cohere.com", "command-a-03-2025")
}

#[test]
fn every_member_of_a_document_reaches_every_target() {
    for (document, members) in [
        (
            r#"{"id":"doc-7","data":{"title":"Weather","url":"https://a.example/w","text":"It rains."}}"#,
            &["Weather", "a.example/w", "It rains."][..],
        ),
        (r#"{"data":{"title":"Weather","text":"It rains."}}"#, &["Weather", "It rains."]),
        (r#"{"data":{"text":"It rains."}}"#, &["It rains."]),
        (r#"{"id":"doc-7","data":"It rains."}"#, &["It rains."]),
        (r#"{"id":"doc-7","data":{"snippet":"It rains."}}"#, &["It rains."]),
    ] {
        let request = format!(
            r#"{{"model":"command-a-03-2025","messages":[{{"role":"user","content":"Weather?"}},{{"role":"assistant","tool_calls":[{{"id":"t1abcdefg","type":"function","function":{{"name":"look","arguments":"{{}}"}}}}]}},
              {{"role":"tool","tool_call_id":"t1abcdefg","content":[{{"type":"document","document":{document}}}]}}]}}"#
        );
        let wires = wires().filter(|wire| **wire != Wire::COHERE_CHAT).cloned();
        for wire in wires.chain(formats().map(Wire::named)) {
            let sent = converted(&request, &cohere(), &Target { model: Some("m".to_owned()), ..Target::new(wire.clone()) });
            let text = lossy(&sent.request);
            let told: Vec<_> = sent.notes.iter().filter_map(|note| note.pointer.as_deref()).collect();
            assert!(!document.contains("doc-7") || told.contains(&"/messages/2/content/0/document/id"), "{wire}: {told:?}");
            for member in members {
                assert!(text.contains(member), "{wire}: {member} of {document} is not in {text}");
            }
        }
    }
}
