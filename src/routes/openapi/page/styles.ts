/** Inline, under its hash: the page loads nothing. */
export const STYLES = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5a6475; --line: #dfe3ea; --ground: #fff; --raised: #f5f7fa;
  --link: #0b57c4; --get: #0b6b3a; --post: #0b57c4; --put: #8a5a00; --delete: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ef; --soft: #9aa5b8; --line: #2c3442; --ground: #12161d;
  --raised: #1a202a; --link: #8ab8ff; --get: #6fd39b; --post: #8ab8ff; --put: #f0c060; --delete: #ff9a92; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); background: var(--ground); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: 2px; }
code, pre { font: 0.875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.4rem; line-height: 1.25; margin: 3.5rem 0 0.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 0; }
h4 { font-size: 0.8rem; margin: 1.25rem 0 0.4rem; color: var(--soft); text-transform: uppercase; letter-spacing: 0.05em; }
p { margin: 0.5rem 0; max-width: 44rem; }
article { margin: 1.5rem 0 2.5rem; }
pre { margin: 0.5rem 0; padding: 0.85rem 1rem; background: var(--raised); border: 1px solid var(--line);
  border-radius: 0.5rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
details { margin: 0.4rem 0; }
summary { cursor: pointer; padding: 0.3rem 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { padding: 0.45rem 1rem 0.45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: 0.8rem; }
td:first-child { white-space: nowrap; }
td p { margin: 0; }
.soft { color: var(--soft); }
.path { display: flex; flex-wrap: wrap; gap: 0.25rem 0.6rem; align-items: baseline; margin: 0.3rem 0; }
.method { font: 700 0.8rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li li a { display: block; padding: 0.22rem 0; color: var(--ink); text-decoration: none; font-size: 0.9rem; }
nav li li a:hover { text-decoration: underline; }
nav > ul > li { margin-bottom: 1rem; }
nav > ul > li > a { font-weight: 600; }
main { min-width: 0; padding: 2rem 1.25rem 5rem; max-width: 58rem; }
.contents { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--raised); }
.contents > summary { font-weight: 600; }
.steps { padding-left: 1.25rem; } .steps > li { margin: 1.25rem 0; } .steps > li::marker { font-weight: 700; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 18rem minmax(0, 1fr); }
  .contents::details-content { content-visibility: visible; block-size: auto; }
  .contents { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 2.5rem 3rem 6rem; }
}
@media print { .contents { display: none; } }
`;
