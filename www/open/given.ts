/** Opens what the page was given: a transcript inside it, a link, or an example. */
export function openWhatIsGiven(): void {}
