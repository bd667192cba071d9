// The frame of every page: header with search, navigation, the page itself, the list of its headings.
import { escape } from "./escape.mjs";

const LOGO = '<svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true"><path d="M3 8a5 5 0 1 1 5 5H3" fill="none" stroke="currentColor" stroke-width="2"/></svg>';
const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M3 8a5 5 0 1 1 5 5H3' fill='none' stroke='%237a5af8' stroke-width='2'/%3E%3C/svg%3E";
const AREAS = [["guides/getting-started.html", "Guides", "guides"], ["rules/index.html", "Rules", "rules"], ["api/index.html", "API", "api"]];

const MOST_HEADINGS = 40;

/**
 * A whole page. `path` is its place below the site's root, from which every relative link is made; `navigation` are sections `{ title, links: [[path, text]] }`;
 * `headings` those of the text.
 */
export function layout({ path, title, description, area, body, navigation = [], headings = [], kind }) {
  const up = "../".repeat(path.split("/").length - 1);
  const link = ([to, text]) => `<a href="${up}${to}"${to === path ? ' aria-current="page"' : ""}>${text}</a>`;
  const areas = AREAS.map(([to, text, name]) => `<a href="${up}${to}"${name === area ? ' aria-current="true"' : ""}>${text}</a>`).join("");
  // A page with very many headings has a list of them at its beginning.
  const toc = headings.length < MOST_HEADINGS ? headings : headings.filter(({ level }) => level === 2);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(description)}">
<title>${escape(title)} · rethought</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${up}assets/site.css">
<script src="${up}assets/site.js" data-root="${up}" defer></script>
</head>
<body class="${kind}">
<a class="skip" href="#main">Skip to the text</a>
<header class="top"><a class="name" href="${up}index.html">${LOGO}<span>rethought</span></a><nav class="areas" aria-label="Areas">${areas}</nav><div class="finder" hidden><input type="search" placeholder="Search, or paste an error" aria-label="Search, or paste an error" role="combobox" aria-expanded="false" aria-controls="hits" autocomplete="off" spellcheck="false"><ul id="hits" role="listbox" aria-label="Results" hidden></ul></div><button class="theme plain" hidden></button></header>
<div class="frame">
${navigation.length ? `<nav class="side" aria-label="Pages"><details open><summary>Pages</summary>${navigation.map((section) => sectionOf(section, link)).join("")}</details></nav>` : ""}
<main id="main" tabindex="-1">
${body}
</main>
${toc.length > 1 ? `<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${toc.map(({ level, text, slug }) => `<li class="level-${level}"><a href="#${slug}">${escape(text)}</a></li>`).join("")}</ul></nav>` : ""}
</div>
<footer class="foot"><p>rethought, MIT licence. <a href="${up}guides/promises.html">Promises</a> · <a href="${up}guides/security.html">Security</a> · <a href="${up}guides/notices.html">Third-party notices</a></p></footer>
</body>
</html>
`;
}

const sectionOf = ({ title, links }, link) => `<p>${title}</p><ul>${links.map((one) => `<li>${link(one)}</li>`).join("")}</ul>`;
