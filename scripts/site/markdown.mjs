// Markdown as HTML: headings with anchors, tables that scroll by themselves, code with colours.
import MarkdownIt from "markdown-it";
import { escape } from "./escape.mjs";
import { highlight } from "./highlight.mjs";

const plain = parser({ html: false });
const withAnchors = parser({ html: true });

/** Renders a text. `anchors` allows the HTML anchors that typedoc writes. Returns the HTML and the headings of levels two and three. */
export function render(markdown, { anchors = false } = {}) {
  const env = { headings: [], slugs: new Map() };
  const html = (anchors ? withAnchors : plain).render(markdown.replace(/<!--[^]*?-->\n?/g, ""), env);
  return { html, headings: env.headings };
}

/** Renders a sentence without a paragraph around it. */
export const renderInline = (text) => plain.renderInline(text);

/** The text of a heading as an anchor, as GitHub makes it. */
export const slugOf = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");

function parser(options) {
  const markdown = new MarkdownIt({ ...options, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  rules.heading_open = (tokens, at, _, env) => {
    const { tag } = tokens[at];
    const given = idGiven(tokens[at + 1]);
    // Headings of the other levels, such as Parameters, occur many times on a page.
    if (tag !== "h2" && tag !== "h3") return given ? `<${tag} id="${given}">` : `<${tag}>`;
    const text = tokens[at + 1].children.filter(({ type }) => type === "text" || type === "code_inline").map(({ content }) => content).join("");
    const slug = given ?? uniqueSlug(slugOf(text), env.slugs);
    env.headings.push({ level: Number(tag[1]), text, slug });
    return `<${tag} id="${slug}">`;
  };
  rules.heading_close = (tokens, at) => `</${tokens[at].tag}>\n`;
  rules.table_open = () => '<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules.table_close = () => "</table></div>\n";
  rules.th_open = () => '<th scope="col">';
  rules.fence = (tokens, at) => codeBlock(tokens[at].content, tokens[at].info.split(" ")[0]);
  // A picture of a guide is beside the sources of the inspector, and among the assets of the site.
  rules.image = (tokens, at) => `<img src="${tokens[at].attrGet("src").replace(/^\.\.\/\.\.\//, "../assets/")}" alt="${escape(tokens[at].content)}" loading="lazy">`;
  rules.link_open = (tokens, at, _, env, self) => {
    const link = tokens[at];
    const href = link.attrGet("href").replace(/^([^:]*)\.md(#.*)?$/, "$1.html$2");
    link.attrSet("href", href);
    return self.renderToken(tokens, at, {});
  };
  return markdown;
}

/** The id at the end of a heading, `{#id}`, which is removed from it. */
function idGiven({ children }) {
  const last = children.at(-1);
  const [end, id] = / \{#([^}]+)\}$/.exec(last.content) ?? [""];
  if (id !== undefined) last.content = last.content.slice(0, -end.length);
  return id;
}

/** A block of code, which scrolls by itself and can be reached by the keyboard. */
export const codeBlock = (code, language) => `<pre tabindex="0"${language ? ` data-language="${escape(language)}"` : ""}><code>${highlight(code.replace(/\n$/, ""), language)}</code></pre>\n`;

function uniqueSlug(slug, seen) {
  const count = seen.get(slug) ?? 0;
  seen.set(slug, count + 1);
  return count ? `${slug}-${count}` : slug;
}
