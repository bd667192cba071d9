// Ways out of a page, and ways for text to become code. policy.test.mjs puts this file before the script of the page. Results and errors of an
// attempt do not matter. Only requests that reach the server and texts that run do.
{
  const element = (name, attributes, parent = document.body) => parent.appendChild(Object.assign(document.createElement(name), attributes));
  const svg = (name, attribute, to) => {
    const root = document.body.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    root.appendChild(document.createElementNS("http://www.w3.org/2000/svg", name)).setAttribute(attribute, to);
  };
  const blob = (text, type) => URL.createObjectURL(new Blob([text], { type }));
  const script = (text) => blob(text, "text/javascript");
  const dataScript = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
  const asking = (to) => `fetch(${JSON.stringify(to)}, {mode: "no-cors"})`;
  const connecting = (to) => `new WebSocket(${JSON.stringify(to.replace("http", "ws"))})`;
  const importing = (to) => `importScripts(${JSON.stringify(to)})`;

  /** Each gets an address that must not be requested. */
  globalThis.waysOut = {
    "fetch": (to) => fetch(to),
    "fetch without an answer": (to) => fetch(to, { mode: "no-cors", method: "POST", body: "told", keepalive: true }),
    "XMLHttpRequest": (to) => {
      const request = new XMLHttpRequest();
      request.open("GET", to);
      request.send();
    },
    "sendBeacon": (to) => navigator.sendBeacon(to, "told"),
    "WebSocket": (to) => new WebSocket(to.replace("http", "ws")),
    "EventSource": (to) => new EventSource(to),
    "an image": (to) => element("img", { src: to }),
    "an image that is never shown": (to) => (new Image().src = to),
    "an image of a style": (to) => (element("p", { textContent: "x" }).style.backgroundImage = `url("${to}")`),
    "an image of svg": (to) => svg("image", "href", to),
    "a style sheet": (to) => element("link", { rel: "stylesheet", href: to }, document.head),
    "a style sheet that imports": (to) => element("style", { textContent: `@import "${to}";` }, document.head),
    "a prefetch": (to) => element("link", { rel: "prefetch", href: to }, document.head),
    "a preload": (to) => element("link", { rel: "preload", as: "image", href: to }, document.head),
    "a module preload": (to) => element("link", { rel: "modulepreload", href: to }, document.head),
    "a font": (to) => new FontFace("told", `url("${to}")`).load(),
    "a video": (to) => element("video", { src: to, preload: "auto" }),
    "an iframe": (to) => element("iframe", { src: to }),
    "an iframe of html": (to) => element("iframe", { srcdoc: `<img src="${to}">` }),
    "an iframe of a blob": (to) => element("iframe", { src: blob(`<img src="${to}">`, "text/html") }),
    "an iframe of data": (to) => element("iframe", { src: `data:text/html,<img src="${to}">` }),
    "the window of an empty iframe": (to) => element("iframe", {}).contentWindow.fetch(to, { mode: "no-cors" }),
    "an object": (to) => element("object", { data: to }),
    "an embed": (to) => element("embed", { src: to }),
    "a script": (to) => element("script", { src: to }),
    "an import of a module": (to) => import(to),
    "a form for a new window": (to) => element("form", { action: to, target: "_blank" }).submit(),
    "a base, and what is found by it": (to) => {
      element("base", { href: to.replace(/\/[^/]*$/, "/elsewhere/") }, document.head);
      element("img", { src: to.replace(/^.*\//, "") });
    },
    "a ping of a link": (to) => element("a", { href: `${location.href}#`, ping: to, textContent: "x" }).click(),
    "a worker of a file": (to) => new Worker(to),
    "a module worker of a file": (to) => new Worker(to, { type: "module" }),
    "a worker of a blob that fetches": (to) => new Worker(script(asking(to))),
    "a worker of a blob that connects": (to) => new Worker(script(connecting(to))),
    "a worker of a blob that imports": (to) => new Worker(script(importing(to))),
    "a worker of data that fetches": (to) => new Worker(dataScript(asking(to))),
    "a worker of data that connects": (to) => new Worker(dataScript(connecting(to))),
    "a shared worker of a file": (to) => new SharedWorker(to),
    "a shared worker of a blob": (to) => new SharedWorker(script(asking(to))),
    "a service worker": (to) => navigator.serviceWorker.register(to),
    "a worklet": (to) => new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule(to),
    "a form": (to) => element("form", { action: to, method: "post" }).submit(),
  };

  /** Each gets a text that would run as code. */
  globalThis.waysToRun = {
    "eval": (code) => (0, eval)(code),
    "new Function": (code) => new Function(code)(),
    "a timer of text": (code) => setTimeout(code),
    "a script of text": (code) => element("script", { textContent: code }),
    "a script of a blob": (code) => element("script", { src: script(code) }),
    "an import of data": (code) => import(dataScript(code)),
    "an import of a blob": (code) => import(script(code)),
    "innerHTML": (code) => (element("div", {}).innerHTML = `<img src="data:," onerror="${code}">`),
    "insertAdjacentHTML": (code) => document.body.insertAdjacentHTML("beforeend", `<img src="data:," onerror="${code}">`),
    "a fragment of html": (code) => document.body.append(document.createRange().createContextualFragment(`<script>${code}</script>`)),
    "an attribute that is a handler": (code) => {
      const button = element("button", {});
      button.setAttribute("onclick", code);
      button.click();
    },
    "a link of javascript": (code) => element("a", { href: `javascript:void ${code}`, textContent: "x" }).click(),
    "an iframe of javascript": (code) => element("iframe", { src: `javascript:void ${code}` }),
    "a policy of trusted types": (code) => (0, eval)(trustedTypes.createPolicy("any", { createScript: (text) => text }).createScript(code)),
  };
}
