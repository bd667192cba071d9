//! probe
use wasm_bindgen::prelude::*;
use serde::{Serialize,Deserialize};
use tsify::{Tsify, Ts};
/// doc
#[derive(Serialize,Deserialize,Tsify)]
#[serde(rename_all="camelCase")]
pub struct Opt { 
  /// field a
  pub a_b: Option<String>,
  /// ro
  #[tsify(optional, type="readonly string[]")]
  pub c: Option<Vec<String>> }
/// f
#[wasm_bindgen]
pub fn f(o: Ts<Opt>) -> Result<Ts<Opt>, JsError> { let o=o.to_rust()?; Ok(o.into_ts()?) }
/// start
#[wasm_bindgen(start)] pub fn start() { std::panic::set_hook(Box::new(|_| { wasm_bindgen::handler::schedule_reinit(); })); }
