// Words as a sentence lists them. The command line loads this without the core.

/** Joins words: `text`, `text or json`, `text, json or sarif`. */
export const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : `${words[0]}`);
