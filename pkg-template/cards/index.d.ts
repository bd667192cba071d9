/** The cards of all rules as JSON text, for `explainer` of `rethought/explain`. */
declare const cards: string;
export default cards;
