//! Failures in forms that are no plain error body.

use rethought::convert::convert_error;
use rethought::json::{lossy, scan};

use super::home::claude;

#[test]
fn the_failed_response_of_a_stream_has_its_own_sentence() {
    let event = r#"{"type":"response.failed","response":{"id":"resp_1","status":"failed","error":{"code":"server_error","message":"The model crashed."}}}"#;
    let document = scan(event.as_bytes()).unwrap();
    let converted = convert_error(&document, &claude(), Some(500));
    assert_eq!(lossy(&converted.body), r#"{"type":"error","error":{"type":"api_error","message":"The model crashed."}}"#);
    let plain = scan(br#"{"response":"nothing"}"#).unwrap();
    assert!(lossy(&convert_error(&plain, &claude(), Some(500)).body).contains("nothing"), "any other body is the message");
}
