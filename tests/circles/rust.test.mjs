// The resolver of Rust paths, on crates of a few lines.
import assert from "node:assert/strict";
import test from "node:test";
import { circlesOf } from "./circles.mjs";
import { rustArrows } from "./rust-arrows.mjs";

/** Returns the arrows of a crate as lines `a.rs → b.rs: names`, without the folder. */
function arrows(files) {
  const found = rustArrows(new Map(Object.entries(files).map(([name, text]) => [`src/${name}`, text])));
  const short = (file) => file.replace("src/", "");
  return [...found].flatMap(([from, needed]) => [...needed].map(([to, names]) => `${short(from)} → ${short(to)}: ${[...names].sort().join(" ")}`)).sort();
}

const circles = (files) => circlesOf(rustArrows(new Map(Object.entries(files).map(([name, text]) => [`src/${name}`, text]))));

test("a declaration of a module is no arrow", () => {
  assert.deepEqual(arrows({ "lib.rs": "pub mod a; mod b;", "a.rs": "pub struct A;", "b/mod.rs": "mod c;", "b/c.rs": "" }), []);
});

test("nested braces, renames and self are one import for each name", () => {
  const files = {
    "lib.rs": "mod a; mod b; mod c;",
    "a.rs": "use crate::{b::{self, B, inner::{One, Two as Other}}, c::*}; fn f() { b::g(); shown(); }",
    "b/mod.rs": "pub mod inner; pub struct B; pub fn g() {}",
    "b/inner.rs": "pub struct One; pub enum Two {}",
    "c.rs": "pub fn shown() {} pub fn unused() {}",
  };
  assert.deepEqual(arrows(files), ["a.rs → b/inner.rs: One Two", "a.rs → b/mod.rs: B g", "a.rs → c.rs: shown"]);
});

test("a re-export is followed to the file that defines the name, and is no arrow of the file that re-exports", () => {
  const files = {
    "lib.rs": "mod a; mod b; pub use b::Deep as Shown;",
    "a.rs": "use crate::Shown; use super::b::thing;",
    "b/mod.rs": "mod deep; mod more; pub use deep::Deep; pub(crate) use more::*;",
    "b/deep.rs": "pub struct Deep;",
    "b/more.rs": "pub fn thing() {}",
  };
  assert.deepEqual(arrows(files), ["a.rs → b/deep.rs: Deep", "a.rs → b/more.rs: thing"]);
});

test("a private import of a parent is followed as a re-export is", () => {
  const files = {
    "lib.rs": "mod a; mod b;",
    "a/mod.rs": "mod child; use crate::b::B;",
    "a/child.rs": "use super::B;",
    "b.rs": "pub struct B;",
  };
  assert.deepEqual(arrows(files), ["a/child.rs → b.rs: B", "a/mod.rs → b.rs: B"]);
});

test("a path in code is an arrow, from the crate, from the parent, and from a child", () => {
  const files = {
    "lib.rs": "mod a; mod b;",
    "a/mod.rs": "mod x; pub fn up() {} fn f() -> usize { x::count(super::b::limit()) }",
    "a/x.rs": "pub fn count(n: usize) -> usize { super::up(); crate::b::Kind::First.number() + n }",
    "b.rs": "pub fn limit() -> usize { 1 } pub enum Kind { First } impl Kind { pub fn number(&self) -> usize { 1 } }",
  };
  assert.deepEqual(arrows(files), ["a/mod.rs → a/x.rs: count", "a/mod.rs → b.rs: limit", "a/x.rs → a/mod.rs: up", "a/x.rs → b.rs: Kind"]);
});

test("a module and a function of one name are distinguished", () => {
  const files = {
    "lib.rs": "mod a; mod b;",
    "a/mod.rs": "pub mod follow; pub use follow::follow;",
    "a/follow.rs": "pub fn follow() {} pub struct Followed;",
    "b.rs": "use crate::a::follow::Followed; fn f() { crate::a::follow() }",
  };
  assert.deepEqual(arrows(files), ["b.rs → a/follow.rs: Followed follow"]);
});

test("comments, strings, attributes, visibilities and tests hold no arrows", () => {
  const files = {
    "lib.rs": "mod a; mod b;",
    "a.rs": `//! See crate::b::B. /* */
      /* crate::b::B /* nested */ crate::b::B */
      #[doc = "x"] #[allow(crate::b::B)]
      pub(in crate::b) fn f<'a>(c: char) -> &'a str { if c == '"' { "crate::b::B" } else { r#"" crate::b::B "# } }
      #[cfg(test)] mod tests { use crate::b::B; }
      #[cfg(test)] use crate::b::B;`,
    "b.rs": "pub struct B;",
  };
  assert.deepEqual(arrows(files), []);
});

test("what a macro declares is found, and a macro that lists modules takes something of each", () => {
  const files = {
    "lib.rs": "mod a; mod table;",
    "a.rs": "use crate::table::{Word, first::RULE};",
    "table/mod.rs": "macro_rules! rules { ($($name:ident),*) => { $(pub mod $name;)* } } open! { pub struct Word; } rules! { first, second }",
    "table/first.rs": "pub static RULE: u8 = 1;",
    "table/second.rs": "use super::Word;",
  };
  assert.deepEqual(arrows(files), [
    "a.rs → table/first.rs: RULE",
    "a.rs → table/mod.rs: Word",
    "table/mod.rs → table/first.rs: rules!",
    "table/mod.rs → table/second.rs: rules!",
    "table/second.rs → table/mod.rs: Word",
  ]);
});

test("three files that need each other through an entrance are a circle, and two apart are none", () => {
  const files = {
    "lib.rs": "mod a; mod b; mod c; pub use c::C;",
    "a.rs": "use crate::b::B; pub struct A;",
    "b.rs": "use crate::C; pub struct B;",
    "c.rs": "fn f(_: super::a::A) {} pub struct C;",
  };
  assert.deepEqual(circles(files), [["src/a.rs", "src/b.rs", "src/c.rs"]]);
  assert.deepEqual(circles({ ...files, "c.rs": "pub struct C;" }), []);
});
