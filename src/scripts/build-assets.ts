// `npm run build [-- sandbox|live]`: makes the static assets in dist/assets, which are served without the Worker: the documents, the
// merchants' client, and what the pages load. Of both environments, unless one is named.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { documentFiles } from "./docs/documents.ts";
import { LICENCE_NOTE } from "./docs/page.ts";
import { AUDIENCES, documentFor } from "./openapi/audiences.ts";
import { type ClientPackage, packClient } from "./pack-client/client-package.ts";
import { bundlePages } from "./page-assets.ts";
import { offerHelp } from "./run.ts";
import { serviceDocument } from "./service-document.ts";

type Files = Map<string, string | Buffer>;

/**
 * Touches only what has changed: wrangler serves these folders while this runs, and reloads at every write. All that is there is
 * generated, so what is no longer generated is removed.
 */
function bringUpToDate(directory: string, files: Files): void {
  for (const [path, content] of files) {
    const target = directory + path;
    const isThere = existsSync(target) && readFileSync(target).equals(Buffer.from(content));
    mkdirSync(dirname(target), { recursive: true });
    if (!isThere) writeFileSync(target, content);
  }
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(path.slice(join(directory).length).replaceAll("\\", "/"))) rmSync(path);
  }
}

/** Reads those of sandbox and live, in the order of wrangler.toml: wrangler would take longer for it than all else here. */
function publicUrls(): string[] {
  const settings = readFileSync("wrangler.toml", "utf8");
  return Array.from(settings.matchAll(/^PUBLIC_URL *= *"(.+?)\/?"/gm), ([, url = ""]) => url);
}

function atItsAddress(document: string, url: string): string {
  return document.replace('"url": "/"', `"url": ${JSON.stringify(url)}`);
}

const source = (name: string) => readFileSync(`src/assets/${name}`, "utf8");

/** `/client` names the newest; what has been named never changes. */
function clientFiles({ name, version, file, tarball, integrity }: ClientPackage, baseUrl: string): Files {
  const path = `/client/${file}`;
  const newest = {
    name,
    version,
    url: baseUrl + path,
    integrity,
    install: `npm install ${baseUrl}${path}`,
    documentation: `${baseUrl}/docs/client.md`,
    licence: LICENCE_NOTE,
  };
  return new Map<string, string | Buffer>([
    [path, tarball],
    // The name makes it /client; `_headers` says that it is JSON.
    ["/client.html", `${JSON.stringify(newest, null, 2)}\n`],
  ]);
}

offerHelp();
const shared: Files = new Map<string, string | Buffer>([
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
const client = await packClient();
const startPage = source("start.html");
const hasPlayground = existsSync("src/parts/playground");
/** A service on this machine has a port of its own. */
const { LOCAL_URL } = process.env;
const [only] = process.argv.slice(2);

for (const [i, environment] of (["sandbox", "live"] as const).entries()) {
  if (only !== undefined && only !== environment) continue;
  const baseUrl = LOCAL_URL ?? publicUrls()[i] ?? "";
  const made = environment === "live" ? await serviceDocument("live") : source("openapi.sandbox.json");
  const document = atItsAddress(made, baseUrl);
  const ofAudiences = new Map(
    AUDIENCES.map((audience) => [audience, documentFor(audience, JSON.parse(document))]),
  );
  bringUpToDate(
    `dist/assets/${environment}`,
    new Map([
      ...shared,
      ["/openapi.json", document],
      ...[...ofAudiences].map(
        ([audience, own]) => [`/openapi/${audience}.json`, JSON.stringify(own)] as const,
      ),
      // It acts in a customer's place.
      ...(environment === "sandbox"
        ? [["/openapi/story.arazzo.yaml", source("story.arazzo.yaml")] as const]
        : []),
      // The sandbox begins with its playground.
      [environment === "sandbox" && hasPlayground ? "/start.html" : "/index.html", startPage],
      ...(await documentFiles(JSON.parse(document), ofAudiences, baseUrl)),
      ...clientFiles(client, baseUrl),
    ]),
  );
}
