// Checks texts for people against the style of the project: words that we do not use, and sentences that are long, cut or have a gap.
import { readFileSync } from "node:fs";

const { words, starts, exceptions } = JSON.parse(readFileSync(new URL("./data/voice/words.json", import.meta.url), "utf8"));
const WORDS = words.map(({ pattern, flags = "i", write }) => ({ pattern: new RegExp(pattern, flags), write }));
const STARTS = new RegExp(starts.pattern);
const MOST_WORDS = 25;

/** Returns a text without foreign parts: code, quotations and addresses. `x` replaces each. */
export const ownWords = (text) =>
  text
    .replace(/```[^]*?```/g, "")
    .replace(/`[^`]*`/g, "x")
    .replace(/“[^”]*”|"[^"\n]*"/g, "x")
    .replace(/https?:\/\/\S+/g, "x");

/** The sentences of a text. */
export const sentencesOf = (text) => text.split(/(?<=[.!?])\s+(?=[A-Zx“])|\n\s*\n|\n(?=\s*[-|*#\d])/).map((sentence) => sentence.trim()).filter(Boolean);

/** Returns the words of a text that we do not use, each with its replacement. `where` is its file or its rule, for exceptions. */
export function unwantedWords(text, where) {
  const own = ownWords(text);
  const found = WORDS.flatMap(({ pattern, write }) => matched(own, pattern, write));
  const begun = sentencesOf(own).filter((sentence) => STARTS.test(sentence)).map((sentence) => ({ word: `${sentence.split(" ")[0]} …`, write: starts.write, sentence }));
  return [...found, ...begun].filter(({ sentence }) => !isExcepted(sentence, where));
}

function matched(text, pattern, write) {
  return sentencesOf(text).flatMap((sentence) => {
    const word = pattern.exec(sentence)?.[0];
    return word === undefined ? [] : [{ word, write, sentence }];
  });
}

const isExcepted = (sentence, where) => exceptions.some((exception) => (exception.in === undefined || where.includes(exception.in)) && sentence.includes(exception.text));

/** Returns the sentences of a text that have too many words. */
export const longSentences = (text) => sentencesOf(ownWords(text)).filter((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length > MOST_WORDS);

/** Returns the sentences of a text that are chains: with two semicolons or more. */
export const chainsOf = (text) => sentencesOf(ownWords(text)).filter((sentence) => sentence.split(";").length > 2);

/** Returns the faults of a text: a gap, half a pair of backticks, a cut sentence, a number that does not agree. */
export function faultsOf(text) {
  const own = ownWords(text);
  const faults = [];
  if (/\{\w*\}|\$\{|(?<!not |got )\bundefined\b|\bNaN\b|\[object|\bnull null\b/.test(own)) faults.push("a placeholder is left");
  if (text.split("`").length % 2 === 0 || text.includes("``")) faults.push("backticks are not in pairs");
  if (/[,;:(]$|\b(?:there (?:is|are)|the|an?|and|or|than|if|because|otherwise)[.]?$/i.test(own.trim())) faults.push("the sentence is cut");
  if (/ {2}|\s[,.;:](?:\s|$)|\(\)/.test(own.trim())) faults.push("something between two words is missing");
  if (/(?<![\d.])\b1 (?:other |more )?(?:x )?(?!is\b|was\b|has\b|x\b|ms\b|s\b|this\b|as\b|times\b)[a-z]+[^s\W]s\b/.test(own)) faults.push("one of several");
  if (/(?<![\d.])\b(?:0|[2-9]|\d{2,}) (?:other |more )?(?:x )?(?:thought|block|message|item|rule|change|error|warning|note|part|entry|call|tool|row|file|line|word|place|problem|answer|request|time)\b(?! calls)/.test(own)) faults.push("several of one");
  return faults;
}
