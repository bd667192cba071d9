//! The ciphertext of a compaction: if OpenAI cannot read it, its item is removed, and no placeholder of another vendor is written.

use rethought::audit::Verdict;
use rethought::sessions::doctor::{DoctorOptions, diagnose};

use super::sessions::codex;
use super::{edited, examine};
use crate::handles::{claude, fernet};

fn compacted(handle: &str) -> String {
    let line = format!(
        r#"{{"timestamp":"2026-11-18T09:02:00.000Z","type":"compacted","payload":{{"message":"","replacement_history":[{{"type":"message","role":"user","content":[{{"type":"input_text","text":"Q"}}]}},{{"type":"compaction","encrypted_content":"{handle}"}}]}}}}"#
    );
    let answer = r#"{"timestamp":"2026-11-18T09:02:03.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"ok"}]}}"#;
    format!("{}{line}\n{answer}\n", codex().file)
}

#[test]
fn a_compaction_that_cannot_be_read_is_removed() {
    let whole = fernet(9);
    let healthy = examine(&compacted(&whole));
    assert!(healthy.edits.is_empty() && healthy.next == Verdict::Accepted && healthy.kept == 1, "{healthy:?}");
    for handle in [&claude(1), &whole[..60], "REDACTED", ""] {
        let file = compacted(handle);
        let diagnosis = examine(&file);
        assert_eq!(diagnosis.next, Verdict::Rejected, "{handle}: {diagnosis:?}");
        assert_removed(&file, &edited(&file, &diagnosis.edits));
        assert!(diagnosis.losses.iter().all(|loss| loss.starts_with("1 compacted item is lost")), "{diagnosis:?}");
    }
    let options = DoctorOptions { is_other_account: true, ..DoctorOptions::default() };
    let file = compacted(&whole);
    assert_removed(&file, &edited(&file, &diagnose(file.as_bytes(), options).edits));
}

fn assert_removed(file: &str, repaired: &str) {
    assert!(!repaired.contains(r#""type":"compaction""#) && !repaired.contains("skip_thought"), "{repaired}");
    assert_eq!(repaired.lines().count(), file.lines().count());
    let again = examine(repaired);
    assert!(again.edits.is_empty() && again.next == Verdict::Accepted, "{again:?}");
}
