/** The sentence about an input without content. `example` is the name of a file of that kind. */
export const emptyText = (path, example = "request.json") => (path === "-" ? `standard input is empty. Name a file, or pipe one in: < ${example}` : "the file is empty");
