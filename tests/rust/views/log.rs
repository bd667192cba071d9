//! The log of chained records: whatever is done to it, the first broken record is named.

use rethought::Code;
use rethought::views::chain::{ChainFault, ChainHead, append, verify};

use super::lots::Lots;

fn log(count: usize) -> (Vec<String>, Vec<ChainHead>) {
    let (mut lines, mut heads): (Vec<String>, Vec<ChainHead>) = (Vec::new(), Vec::new());
    for nth in 0..count {
        let record = format!("{{\n  \"event\": \"request {nth}\",\r\n\t\"n\":1.0, \"__proto__\":{{\"a\":[]}}, \"é\":\"\\u0041\\n\" }}");
        let (line, head) = append(heads.last(), record.as_bytes(), "2026-11-15T12:00:00.000Z").unwrap();
        lines.push(String::from_utf8(line).unwrap());
        heads.push(head);
    }
    (lines, heads)
}

fn broken(lines: &[String]) -> Option<(usize, usize, ChainFault)> {
    verify(lines.join("\n").as_bytes(), None, None).broken.map(|broken| (broken.line, broken.seq, broken.reason))
}

#[test]
fn a_log_as_it_was_written_is_whole() {
    let (lines, heads) = log(20);
    assert!(lines.iter().all(|line| !line.contains(['\n', '\r'])));
    assert!(
        lines[3].starts_with(r#"{"seq":3,"time":"2026-11-15T12:00:00.000Z","prev":""#)
            && lines[3].contains(r#""n":1.0, "__proto__":{"a":[]}, "é":"\u0041\n" }"#)
    );
    let text = lines.join("\n") + "\n";
    let verdict = verify(text.as_bytes(), None, heads.last());
    assert_eq!((verdict.count, verdict.head.as_ref(), verdict.broken), (20, heads.last(), None));
    let part = verify(lines[7..].join("\r\n").as_bytes(), Some(&heads[6]), heads.last());
    assert_eq!((part.count, part.broken), (13, None));
    assert_eq!(verify(b"", None, None).count, 0);
    assert_eq!(append(None, b"{}", "t").unwrap().0.iter().filter(|byte| **byte == b',').count(), 3);
}

#[test]
fn the_first_broken_record_is_named_and_why() {
    let (lines, heads) = log(10);
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = lines.clone();
        change(&mut lines);
        broken(&lines)
    };
    assert_eq!(with(&|lines| lines[4] = lines[4].replace("request 4", "request 5")), Some((4, 4, ChainFault::Altered)));
    assert_eq!(with(&|lines| lines[4] = lines[4].replace("\"seq\":4", "\"seq\":5")), Some((4, 4, ChainFault::Altered)));
    assert_eq!(with(&|lines| lines[4] = lines[4].replace("12:00", "12:01")), Some((4, 4, ChainFault::Altered)));
    assert_eq!(with(&|lines| lines[4] = lines[4].replace("\"n\":1.0", "\"n\":1.0,\"more\":1")), Some((4, 4, ChainFault::Altered)));
    assert_eq!(with(&|lines| drop(lines.remove(4))), Some((4, 4, ChainFault::Missing)));
    assert_eq!(with(&|lines| drop(lines.remove(0))), Some((0, 0, ChainFault::Missing)));
    assert_eq!(with(&|lines| lines.swap(4, 7)), Some((4, 4, ChainFault::Reordered)));
    assert_eq!(with(&|lines| lines.insert(5, lines[4].clone())), Some((5, 5, ChainFault::Repeated)));
    assert_eq!(with(&|lines| lines[4].truncate(50)), Some((4, 4, ChainFault::Truncated)));
    assert_eq!(with(&|lines| lines[9].truncate(50)), Some((9, 9, ChainFault::Truncated)));
    assert_eq!(with(&|lines| lines[4] = "{}".to_owned()), Some((4, 4, ChainFault::Foreign)));
    // A record that was made anew, hash and all, is told by the next.
    let forged = String::from_utf8(append(Some(&heads[3]), br#"{"event":"forged"}"#, "t").unwrap().0).unwrap();
    assert_eq!(with(&|lines| lines[4].clone_from(&forged)), Some((5, 5, ChainFault::Relinked)));
    // The end of a log is known by its head, which is kept elsewhere.
    let short = verify(lines[..8].join("\n").as_bytes(), None, heads.last());
    assert_eq!(short.broken.map(|broken| (broken.line, broken.seq, broken.reason)), Some((8, 8, ChainFault::Missing)));
    let other = verify(lines.join("\n").as_bytes(), None, Some(&ChainHead { hash: "f".repeat(64), ..heads[9].clone() }));
    assert_eq!(other.broken.map(|broken| broken.reason), Some(ChainFault::Relinked));
}

#[test]
fn any_byte_that_changes_what_a_record_says_breaks_the_chain_at_that_record() {
    let (lines, _) = log(6);
    let mut lots = Lots(11);
    for _ in 0..2000 {
        let mut damaged = lines.clone();
        let (nth, mut bytes) = (lots.below(6), Vec::new());
        bytes.extend_from_slice(damaged[nth].as_bytes());
        let place = lots.below(bytes.len());
        bytes[place] = b"x0 \"}],"[lots.below(7)];
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let said = |text: &str| rethought::json::scan(text.as_bytes()).ok().map(|line| rethought::json::digest(line.root()));
        let same = said(&text) == said(&lines[nth]);
        damaged[nth] = text;
        assert_eq!(broken(&damaged).map(|(line, ..)| line), (!same).then_some(nth), "{}", damaged[nth]);
    }
}

#[test]
fn a_record_is_an_object_and_has_no_member_of_the_chain() {
    for (record, pointer) in [("[]", ""), ("7", ""), (r#"{"hash":1}"#, "/hash"), (r#"{"a":1,"s\u0065q":2}"#, "/seq")] {
        let refused = append(None, record.as_bytes(), "t").unwrap_err();
        assert_eq!((refused.code(), refused.pointer()), (Code::Input, Some(pointer)), "{record}");
    }
}
