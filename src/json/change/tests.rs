//! The results of changes.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::*;
use crate::json::scan;

fn changed(body: &str, change: impl Fn(&mut Changes<'_>, &Document<'_>) -> Result<(), Error>) -> String {
    let document = scan(body.as_bytes()).unwrap();
    let mut changes = Changes::new(&document);
    change(&mut changes, &document).unwrap();
    String::from_utf8(changes.apply().unwrap()).unwrap()
}

#[test]
fn removing_takes_the_comma_along_wherever_it_stands() {
    let remove = |gone: &[usize]| {
        changed("[ 0 , 1 , 2 ]", |changes, document| gone.iter().try_for_each(|nth| changes.remove(document.root().element(*nth).unwrap())))
    };
    assert_eq!(remove(&[0]), "[ 1 , 2 ]");
    assert_eq!(remove(&[1]), "[ 0 , 2 ]");
    assert_eq!(remove(&[2]), "[ 0 , 1 ]");
    assert_eq!(remove(&[0, 1]), "[ 2 ]");
    assert_eq!(remove(&[1, 2]), "[ 0 ]");
    assert_eq!(remove(&[0, 2]), "[ 1 ]");
    assert_eq!(remove(&[0, 1, 2]), "[  ]");
}

#[test]
fn a_member_goes_with_its_key_and_comes_with_one() {
    let body = r#"{"a": 1, "b": 2, "a": 3}"#;
    assert_eq!(changed(body, |changes, document| changes.remove(document.find("/a")?)), r#"{"a": 1, "b": 2}"#);
    assert_eq!(changed(body, |changes, document| changes.set(document.root(), "a", b"4")), r#"{"a": 1, "b": 2, "a": 4}"#);
    assert_eq!(changed(body, |changes, document| changes.set(document.root(), "c\"", b" [] ")), r#"{"a": 1, "b": 2, "a": 3, "c\"": []}"#);
    assert_eq!(changed("{}", |changes, document| changes.set(document.root(), "c", b"1")), r#"{"c":1}"#);
}

#[test]
fn a_member_changes_its_name_and_nothing_else() {
    let named = changed(r#"{"a": {"b" : "\u0041", "c":1}}"#, |changes, document| changes.rename(document.find("/a/b")?, "d\"e"));
    assert_eq!(named, r#"{"a": {"d\"e" : "\u0041", "c":1}}"#);
    let document = scan(b"[1]").unwrap();
    assert!(Changes::new(&document).rename(document.find("/0").unwrap(), "a").is_err());
}

#[test]
fn new_elements_take_the_spacing_of_their_neighbours() {
    let append = |changes: &mut Changes<'_>, document: &Document<'_>| changes.append(document.root(), b"9");
    assert_eq!(changed("[]", append), "[9]");
    assert_eq!(changed("[1]", append), "[1,9]");
    assert_eq!(changed("[\n  1\n]", append), "[\n  1,\n  9\n]");
    assert_eq!(changed("[1, 2]", append), "[1, 2, 9]");
    assert_eq!(changed("[1, 2]", |changes, document| changes.insert(document.root().element(0).unwrap(), b"0")), "[0, 1, 2]");
}

#[test]
fn all_removed_and_some_appended_is_still_json() {
    let both = changed("[1, 2]", |changes, document| {
        document.root().elements().try_for_each(|value| changes.remove(value))?;
        changes.append(document.root(), b"3")?;
        changes.append(document.root(), b"4")
    });
    assert_eq!(both, "[3, 4]");
}

#[test]
fn changes_that_leave_every_byte_as_it_is_come_to_no_edits() {
    let edits = |change: &dyn Fn(&mut Changes<'_>, Value<'_>) -> Result<(), Error>| {
        let document = scan(br#"[{"a": 1}, 2, 3]"#).unwrap();
        let mut changes = Changes::new(&document);
        change(&mut changes, document.root()).unwrap();
        changes.edits().unwrap().len()
    };
    assert_eq!(edits(&|changes, root| changes.set(root.element(0).unwrap(), "a", b" 1 ")), 0);
    // Taken out, and put in before what follows it.
    assert_eq!(
        edits(&|changes, root| changes.remove(root.element(1).unwrap()).and_then(|()| changes.insert(root.element(2).unwrap(), b"2"))),
        0
    );
    // One that does nothing by itself goes along with one that does something.
    assert_eq!(
        edits(&|changes, root| changes
            .replace(root.element(1).unwrap(), b"2")
            .and_then(|()| changes.replace(root.element(2).unwrap(), b"4"))),
        2
    );
}

#[test]
fn changes_that_contradict_each_other_are_refused() {
    let document = scan(br#"{"a": {"b": [1]}}"#).unwrap();
    let (a, list) = (document.find("/a").unwrap(), document.find("/a/b").unwrap());
    let refused = |change: &dyn Fn(&mut Changes<'_>) -> Result<(), Error>| {
        let mut changes = Changes::new(&document);
        change(&mut changes).and_then(|()| changes.apply().map(drop)).unwrap_err().code().as_str()
    };
    assert_eq!(refused(&|changes| changes.remove(document.root())), "E_EDIT_VALUE");
    assert_eq!(refused(&|changes| changes.append(a, b"1")), "E_EDIT_VALUE");
    assert_eq!(refused(&|changes| changes.set(list, "x", b"1")), "E_EDIT_VALUE");
    assert_eq!(refused(&|changes| changes.insert(a, b"1")), "E_EDIT_VALUE");
    assert_eq!(refused(&|changes| changes.append(list, b"1,")), "E_EDIT_VALUE");
    assert_eq!(refused(&|changes| changes.remove(a).and_then(|()| changes.append(list, b"1"))), "E_EDIT_VALUE");
    assert_eq!(refused(&|changes| changes.replace(a, b"1").and_then(|()| changes.remove(list))), "E_EDIT_VALUE");
    assert_eq!(refused(&|changes| changes.replace(a, b"1").and_then(|()| changes.remove(a))), "E_EDIT_VALUE");
}
