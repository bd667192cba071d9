/** A path as a relative reference. Half a surrogate pair has no UTF-8, and `encodeURIComponent` would throw on it. */
export const uriOf = (file) => file.replace(/\p{Cs}/gu, "\ufffd").split("/").map(encodeURIComponent).join("/");
