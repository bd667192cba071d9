/** The static page of index.html, before any script changed it. Its texts exist only there. */
export const documentHead = document.head.outerHTML;
export const shell = document.getElementById("app")?.innerHTML ?? "";

/** The left half of the start page: the introduction and the ways to open a transcript. */
export const pitch = document.querySelector<HTMLElement>(".opener-pitch");
/** The formats that the page opens, in a sentence. */
export const formatList = pitch?.querySelector(".drop-formats")?.textContent ?? "";
