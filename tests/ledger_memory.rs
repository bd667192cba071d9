//! How much memory a ledger takes beside the bytes that it is there to keep.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::alloc::System;

use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};
use rethought::wires::host_rows;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_ledger_of_a_long_conversation_is_hardly_larger_than_what_it_keeps() {
    let target = Target { host: Some("api.anthropic.com".into()), ..Target::new(Wire::ANTHROPIC_MESSAGES) };
    // The table of hosts is read once for all ledgers of a program.
    assert!(!host_rows().is_empty());
    let region = Region::new(ALLOCATOR);
    let mut messages = r#"{"role":"user","content":"Begin."}"#.to_owned();
    let (mut ledger, mut kept, mut request) = (Ledger::default(), 0, String::new());
    for nth in 0..200 {
        request = format!(r#"{{"model":"claude-opus-5","system":"Be brief.","messages":[{messages}]}}"#);
        let thinking = format!(
            r#"{{"type":"thinking","thinking":"{}","signature":"{}"}}"#,
            "So it is. ".repeat(240 + nth % 40),
            "RXF1YWwg".repeat(110)
        );
        let call = format!(r#"{{"type":"tool_use","id":"toolu_{nth:06}","name":"read_file","input":{{"path":"src/file_{nth}.rs"}}}}"#);
        let result = format!(r#"{{"type":"tool_result","tool_use_id":"toolu_{nth:06}","content":"{}"}}"#, "a line of it; ".repeat(80));
        let response =
            format!(r#"{{"id":"msg_{nth}","type":"message","role":"assistant","model":"claude-opus-5","content":[{thinking},{call}]}}"#);
        messages = format!(r#"{messages},{{"role":"assistant","content":[{thinking},{call}]}},{{"role":"user","content":[{result}]}}"#);
        kept += thinking.len() + call.len();
        ledger.record(&target, request.as_bytes(), response.as_bytes()).unwrap();
    }
    let length = request.len();
    drop((messages, request));
    let change = region.change();
    let used = change.bytes_allocated - change.bytes_deallocated;
    println!(
        "a request of {length} bytes, {kept} bytes kept in {used} bytes: {:.3} times",
        f64::from(u32::try_from(used).unwrap()) / f64::from(u32::try_from(kept).unwrap())
    );
    assert_eq!(ledger.len(), 200);
    // The scope, the digest of the input and the sum of a line take some 200 bytes of each.
    assert!(used * 10 <= kept * 14);
}
