// Texts that are dangerous if something treats them as more than text. Each sets `pwned` if it runs, and requests /pwned if it loads.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { shared } from "../../../scripts/paths.mjs";

const RUN = "window.pwned=1";
const tags = ["img", "svg", "video", "audio", "iframe", "body", "input autofocus", "details open", "object", "embed", "marquee", "math", "style", "link rel=stylesheet", "a autofocus tabindex=0", "form", "select autofocus", "button popovertarget=x", "x-element", "template"];
const events = ["onerror", "onload", "onfocus", "ontoggle", "onmouseover", "onanimationstart", "onbegin", "onpointerenter", "onclick", "onbeforetoggle"];
const OWN = [
  ...tags.map((tag, nth) => `<${tag} src=/pwned href=/pwned data=/pwned ${events[nth % events.length]}=${RUN}>`),
  ...events.map((event) => `" ${event}="${RUN}" x="`),
  ...events.map((event) => `' ${event}='${RUN}' autofocus='`),
  ...["script", "style", "title", "textarea", "noscript", "xmp", "iframe", "template", "svg", "math", "select", "dialog"].map((tag) => `</${tag}><script>${RUN}</script><${tag}>`),
  ...["javascript", "JaVaScRiPt", "java\tscript", "\u0001javascript", "vbscript", "data:text/html,<script>top.pwned=1</script>//", "blob", "view-source", "file"].map((scheme) => `${scheme}:${RUN}`),
  `<script>${RUN}</script>`, `<script src="/pwned"></script>`, `<scr<script>ipt>${RUN}</scr</script>ipt>`, `<SCRIPT\n>${RUN}</SCRIPT\n>`, `<script type=module>import "/pwned"</script>`,
  `<svg><script href="/pwned"/></svg>`, `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`, `<svg><use href="data:image/svg+xml,<svg id=x onload=${RUN}>#x">`, `<svg><foreignObject><img src=/pwned onerror=${RUN}></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><img src=/pwned onerror=${RUN}>`, `<math href="javascript:${RUN}">x</math>`, `<a href="javascript:${RUN}">x</a>`, `<a href="/pwned" ping="/pwned">x</a>`, `[x](javascript:${RUN})`, `![x](/pwned)`,
  `<base href="/pwned/">`, `<meta http-equiv=refresh content="0;url=/pwned">`, `<link rel=preload as=image href=/pwned>`, `<iframe srcdoc="<script>top.pwned=1</script>">`, `<form action=/pwned><input name=x></form>`, `<object data=/pwned>`, `<template shadowrootmode=open><script>${RUN}</script>`,
  "<!--", "-->", "<!-- <script>", "<![CDATA[", "]]>", "<?xml version=\"1.0\"?>", "<!doctype html>", "</body></html>", "<plaintext>", "&lt;script&gt;", "&#60;script&#62;", "&amp;lt;", "%3Cscript%3E", "\\u003cscript\\u003e", "\\x3cscript\\x3e",
  `\${${RUN}}`, `{{constructor.constructor('${RUN}')()}}`, `#{${RUN}}`, `<%= ${RUN} %>`, `{{{${RUN}}}}`, `\`;${RUN};\``, `";${RUN};//`, `');${RUN};//`, "{0}", "{1}{2}", "$&$1$`$'", "%s%n%d",
  "body{background:url(/pwned)}", `@import "/pwned";`, `expression(${RUN})`, "</style><style>*{display:none}", "color:red;background:url(/pwned)", "*/{}*{color:red}",
  "\u202Egnp.exe\u202C", "\u2066\u2067x\u2069", "\u200B\u200D\uFEFF", "\uFEFFbegins with a mark", "a\u0000b", "\u0000", "\u0007\u001B[31mred\u001B[0m", "a\rb\r\nc\u2028d\u2029e\u0085f", "\ud800", "a\udfff\ud800b", "\ufffe\uffff",
  "w".repeat(5000), "ש".repeat(700), "漢".repeat(3000), "Z̡̫͓̤̈́͆ͯ͑ͤ͊".repeat(60), "\u0301".repeat(300), "👩‍👩‍👧‍👦🏳️‍🌈", "\t\t\t", " ", "\n\n\n",
  "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "__defineGetter__", "then", "toJSON", "length", "null", "undefined", "NaN", "-0", "1e999", "0x10", "true", "/~0~1/", "", "exchange-0", "panel-body", "app", "data", "wasm",
];

const list = join(shared, "suites", "naughty-strings", "blns.json");
/** The strings of the big list of naughty strings, if it is available, without those above. */
export const NAUGHTY = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")).filter((text) => text && !OWN.includes(text)) : [];
export { OWN as STRINGS };
