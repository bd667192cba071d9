/**
 * Returns a talk of a client. `questionOf(text)` is a question in the client's form; `step(history, isStream, resultOf)` sends the history, adds the
 * answer and the results of its calls to it, and resolves to the number of calls.
 */
export function talkOf(client, questionOf, step) {
  const history = [];
  return { client, history, ask: (text) => history.push(questionOf(text)), step: (isStream, resultOf) => step(history, isStream, resultOf) };
}
