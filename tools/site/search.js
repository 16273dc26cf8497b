// The search field: pages from index.js, which is read when somebody begins to search. It is a script, because browsers read nothing else from the disk.
"use strict";
const field = document.getElementById("search"), results = document.getElementById("results");
const article = document.querySelector("article"), base = document.body.dataset.base, most = 40;

function read(then) {
    if (window.searched) return then();
    const script = document.createElement("script");
    script.src = base + "/index.js";
    script.onload = then;
    document.head.append(script);
}

// How well a record answers: 0 when a word stands nowhere in it.
function score(record, words) {
    const [, title, heading, text] = record.map(part => part.toLowerCase());
    let sum = 0;
    for (const word of words) {
        const found = (title.includes(word) ? 20 : 0) + (heading.includes(word) ? 12 : 0) + Math.min(text.split(word).length - 1, 5);
        if (!found) return 0;
        sum += found;
    }
    return sum + (text.includes(words.join(" ")) ? 5 : 0) + (heading ? 0 : 1);
}

// The text around the first word that stands in it.
function excerpt(text, words) {
    const places = words.map(word => text.toLowerCase().indexOf(word)).filter(place => place >= 0);
    const start = Math.max(0, Math.min(...places, text.length) - 60);
    const part = text.slice(start, start + 200);
    return (start ? part.replace(/^\S*/, "…") : part) + (start + 200 < text.length ? " …" : "");
}

function add(parent, name, text, attributes = {}) {
    const element = Object.assign(document.createElement(name), attributes);
    element.textContent = text;
    parent.append(element);
    return element;
}

function marked(parent, text, words) {
    const pattern = new RegExp("(" + words.map(word => word.replace(/[^\w\s]/g, "\\$&")).join("|") + ")", "i");
    text.split(pattern).forEach((part, i) => i % 2 ? add(parent, "mark", part) : parent.append(part));
}

function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.hidden = !words.length;
    article.hidden = !results.hidden;
    if (!words.length) return;
    const found = searched.map(record => [score(record, words), record]).filter(([points]) => points).sort((a, b) => b[0] - a[0]);
    results.replaceChildren();
    add(results, "p", found.length ? `${found.length} places` : "Nothing found.");
    for (const [, [url, title, heading, text]] of found.slice(0, most)) {
        const link = add(results, "a", heading ? `${title}: ${heading}` : title, {href: base + "/" + url});
        link.onclick = () => { field.value = ""; show(); }; // the place may be on this page
        marked(add(results, "p", ""), excerpt(text, words), words);
    }
}

field.hidden = false;
field.addEventListener("input", () => read(show));
field.addEventListener("keydown", event => {
    if (event.key === "Escape") field.value = "", show();
    if (event.key === "Enter") results.querySelector("a")?.click();
});
document.addEventListener("keydown", event => {
    if (event.key === "/" && document.activeElement !== field) event.preventDefault(), field.focus();
});
if (field.value) read(show);
// The contents are scrolled to the page that is read.
const here = document.querySelector("nav [aria-current]");
if (here) here.closest("nav").scrollTop = here.offsetTop - 120;
