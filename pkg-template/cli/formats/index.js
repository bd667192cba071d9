// A SARIF document in other forms. It has all that they need: rules, places, texts and failures.
import { printAnnotations, printJson, printOwn } from "../output.js";
import { annotationsOf } from "./annotations.js";
import { junitOf } from "./junit.js";
import { linesOf } from "./lines.js";
import { markdownOf } from "./markdown.js";

const PRINT = {
  sarif: printJson,
  junit: (document) => printOwn(junitOf(document)),
  markdown: (document) => printOwn(markdownOf(document)),
  github: (document) => printAnnotations(annotationsOf(document)),
  text: (document) => printOwn(linesOf(document)),
};

/** Prints a document in a format. */
export function printAs(format, document) {
  PRINT[format](document);
}
