// `npm run build [-- sandbox|live]`: makes the static assets in dist/assets, which are served without the Worker: the API reference
// and its document, and what the pages load. Of both environments, unless one is named.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import scalarPlugin from "@scalar/fastify-api-reference";
import { AUDIENCES, documentFor } from "./openapi/audiences.ts";
import { bundlePages } from "./page-assets.ts";
import { offerHelp } from "./run.ts";
import { serviceDocument } from "./service-document.ts";

/** The bundle whose style elements have the hashes in `_headers`. */
const SCALAR_SHA256 = "bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c";

/**
 * Scalar for browsers. Its plugin for Fastify is the package that carries the bundle without 300 others, and a
 * route that serves the bundle is the only way to it.
 */
function scalarBundle(): string {
  let bundle = "";
  const reply = {
    header: () => reply,
    send: (content: string) => {
      bundle = content;
    },
  };
  const fastify = {
    hasPlugin: () => false,
    route: ({ url, handler }: { url: string; handler(request: null, response: typeof reply): void }) => {
      if (extname(url) === ".js") handler(null, reply);
    },
  };
  scalarPlugin(fastify, { configuration: { url: "/openapi.json" } }, () => {});
  const digest = sha256(bundle);
  if (digest === SCALAR_SHA256) return bundle;
  throw new Error(
    `Scalar's bundle has changed: its SHA-256 is ${digest}. Update SCALAR_SHA256, open /docs in a browser and ` +
      "replace the style hashes in src/assets/_headers by those the browser's console asks for.",
  );
}

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** They have generated files alone, so that what is no longer generated is removed. */
const FOLDERS = ["assets", "openapi", "pages"];

/** `/assets/name.ext` becomes `/assets/name.fingerprint.ext`: browsers keep these files for a year. */
function immutablePath(name: string, content: string): string {
  return `/assets/${name.replace(".", `.${sha256(content).slice(0, 12)}.`)}`;
}

/** Touches only what has changed: wrangler serves these folders while this runs, and reloads at every write. */
function bringUpToDate(directory: string, files: Map<string, string | Buffer>): void {
  for (const folder of FOLDERS) mkdirSync(`${directory}/${folder}`, { recursive: true });
  for (const [path, content] of files) {
    const target = directory + path;
    const isThere = existsSync(target) && readFileSync(target).equals(Buffer.from(content));
    if (!isThere) writeFileSync(target, content);
  }
  for (const folder of FOLDERS)
    for (const name of readdirSync(`${directory}/${folder}`))
      if (!files.has(`/${folder}/${name}`)) rmSync(`${directory}/${folder}/${name}`);
}

function withoutSandbox(page: string): string {
  return page.replace(/ *<!-- sandbox -->.*?<!-- \/sandbox -->\n/s, "");
}

/** Reads those of sandbox and live, in the order of wrangler.toml: wrangler would take longer for it than all else here. */
function publicUrls(): string[] {
  const settings = readFileSync("wrangler.toml", "utf8");
  return Array.from(settings.matchAll(/^PUBLIC_URL *= *"(.+?)\/?"/gm), ([, url = ""]) => url);
}

function atItsAddress(document: string, url: string | undefined): string {
  return url === undefined ? document : document.replace('"url": "/"', `"url": ${JSON.stringify(url)}`);
}

const source = (name: string) => readFileSync(`src/assets/${name}`, "utf8");

offerHelp();
let page = source("docs.html");
const files = new Map<string, string | Buffer>([
  ["/_headers", source("_headers")],
  ["/pages/favicon.svg", source("favicon.svg")],
  ["/pages/pos.webmanifest", source("pos.webmanifest")],
  ["/pages/pos-icon.svg", source("pos-icon.svg")],
  ["/pages/pos-icon.png", readFileSync("src/assets/pos-icon.png")],
  ["/pages/wallet.webmanifest", source("wallet.webmanifest")],
  ["/pages/wallet-icon.svg", source("wallet-icon.svg")],
  ["/pages/wallet-icon.png", readFileSync("src/assets/wallet-icon.png")],
  ...(await bundlePages()),
]);
const immutable = {
  "docs.css": source("docs.css"),
  "docs.js": source("docs.js"),
  "favicon.svg": source("favicon.svg"),
  "scalar.js": scalarBundle(),
};
for (const [name, content] of Object.entries(immutable)) {
  const path = immutablePath(name, content);
  files.set(path, content);
  page = page.replace(`/assets/${name}`, path);
}
files.set("/docs.html", page);

const startPage = source("start.html");
/** A service on this machine has a port of its own. */
const { LOCAL_URL } = process.env;
const [only] = process.argv.slice(2);

for (const [i, environment] of (["sandbox", "live"] as const).entries()) {
  if (only !== undefined && only !== environment) continue;
  const published = environment === "live" ? await serviceDocument("live") : source("openapi.sandbox.json");
  const document = atItsAddress(published, LOCAL_URL ?? publicUrls()[i]);
  files.set("/openapi.json", document);
  for (const audience of AUDIENCES)
    files.set(`/openapi/${audience}.json`, JSON.stringify(documentFor(audience, JSON.parse(document))));
  files.set("/index.html", environment === "sandbox" ? startPage : withoutSandbox(startPage));
  bringUpToDate(`dist/assets/${environment}`, files);
}
