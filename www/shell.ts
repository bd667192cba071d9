/** What stands in index.html: the page as it came, looked at when the script begins. Its words are there and nowhere else. */
export const head = document.head.outerHTML;
export const shell = document.getElementById("app")?.innerHTML ?? "";

/** What this page is, and the ways in. */
export const pitch = document.querySelector<HTMLElement>(".opener-pitch");
/** What can be opened, in a sentence. */
export const formats = pitch?.querySelector(".drop-formats")?.textContent ?? "";
