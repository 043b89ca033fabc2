// The rate limits stand in wrangler.toml, once for each environment, and in a guide.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { SETUP_LINK_HOURS } from "#core/domain/identity-provider/realm.ts";
import { LOG_EVENTS } from "#core/guide/log-events.ts";
import { SECRET_NAMES } from "#main/guide/variables.ts";
import * as parts from "#main/parts-guide.ts";

function limitsOf(table: "ratelimits" | "env.live.ratelimits"): Record<string, number> {
  const [, ...sections] = readFileSync("wrangler.toml", "utf8").split(`[[${table}]]`);
  const limits = sections.map((section) => {
    const name = /name = "(\w+)"/.exec(section)?.[1];
    const limit = /limit = (\d+), period = 60/.exec(section)?.[1];
    return [name, Number(limit)];
  });
  return Object.fromEntries(limits);
}

const LIMITS = limitsOf("ratelimits");
const GUIDE = readFileSync(".github/guides/api.md", "utf8");

describe("rate limits", () => {
  it("are the same in live", () => {
    expect(Object.keys(LIMITS)).toHaveLength(14);
    expect(limitsOf("env.live.ratelimits")).toEqual(LIMITS);
  });

  it("are documented as they are", () => {
    const rows = GUIDE.matchAll(/^\| ([^|:]+?)(?::[^|]*)? \| ([\d,]+(?:; [\d,]+)?) \|/gm);
    const count = (name: string) => LIMITS[name]?.toLocaleString("en");
    expect(Object.fromEntries(Array.from(rows, ([, what, limit]) => [what, limit]))).toEqual({
      tokens: count("LIMIT_TOKEN_CLIENT"),
      "refused token requests": count("LIMIT_TOKEN_FAILURES"),
      "writes; reads": `${count("LIMIT_WRITES")}; ${count("LIMIT_READS")}`,
      "payment intents created": count("LIMIT_CREATIONS"),
      "redeliveries and test webhooks": count("LIMIT_WEBHOOKS"),
      downloads: count("LIMIT_DOWNLOADS"),
      lists: count("LIMIT_LISTS"),
      "lists that may read thousands of rows": count("LIMIT_LONG_READS"),
      "public reads, or WebSockets opened": count("LIMIT_PUBLIC_READS"),
      "unknown ids": count("LIMIT_UNKNOWN_IDS"),
    });
  });
});

it("the lifetime of a link to set the password is documented as it is", () => {
  expect(GUIDE).toContain(`| link to set the dashboard password | ${SETUP_LINK_HOURS} hours, once |`);
});

// The compiler finds an event without a text; this finds a text without an event. Runs in Node.

const SOURCES = globSync("src/**/*.ts", { exclude: ["src/{core/guide,pages,scripts,sdk}/**"] }).map((path) =>
  readFileSync(path, "utf8"),
);

it("each event of the operators' guide is logged", () => {
  const isLogged = (event: string) => SOURCES.some((source) => source.includes(`"${event}"`));
  const ofParts = Object.values(parts).flatMap(({ logEvents }) => Object.keys(logEvents));
  const events = [...Object.keys(LOG_EVENTS), ...ofParts];
  expect(events.length).toBeGreaterThanOrEqual(93);
  expect(events.filter((event) => !isLogged(event))).toEqual([]);
});

// The tables for operators, which `npm run generate` writes. Runs in Node.

const reference = (page: string) => readFileSync(`.github/reference/${page}.md`, "utf8");

it.each([
  ["variables", 38],
  ["log-events", 96],
  ["findings", 25],
  ["metrics", 26],
  ["alerts", 5],
  ["keys", 15],
  ["bindings", 24],
  ["realm", 26],
  ["personal-data", 22],
])("the table of %s has as many rows as ever", (page, count) => {
  const [, ...tables] = reference(page).split(/^\| ---.*$/m);
  const rows = tables.flatMap((table) => table.split("\n\n")[0]?.match(/^\| /gm) ?? []);
  expect(rows.length).toBeGreaterThanOrEqual(count);
});

it("each key has its replacement", () => {
  const keys = SECRET_NAMES.filter((name) => /_(KEY|SECRET|TOKEN)$/.test(name));
  expect(keys.length).toBeGreaterThanOrEqual(12);
  expect(keys.filter((name) => !reference("keys").includes(`\`${name}\``))).toEqual([]);
});

// What the documents name is there: files, headings, and scripts of package.json. Runs in Node.

const DOCUMENTS = ["README.md", ...globSync(".github/**/*.md"), ...globSync("{src,test}/**/README.md")];

const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

/** GitHub makes the same of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function anchorsOf(path: string): string[] {
  return Array.from(readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    anchorOf(heading),
  );
}

function isThere(document: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const path = file === "" ? document : join(dirname(document), file);
  return existsSync(path) && (anchor === undefined || anchorsOf(path).includes(anchor));
}

describe.each(DOCUMENTS)("%s", (document) => {
  const text = readFileSync(document, "utf8");

  it("links to files and headings that there are", () => {
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
    const relative = links.filter((link) => !/^(https?|mailto):/.test(link));
    expect(relative.filter((link) => !isThere(document, link))).toEqual([]);
  });

  it("names files and folders that there are", () => {
    const paths = text.match(/(?<![\w/.-])(src|test|migrations)\/[\w./{},*-]*[\w/*}]/g) ?? [];
    expect([...new Set(paths)].filter((path) => globSync(`${path}*`).length === 0)).toEqual([]);
  });

  it("names scripts that there are", () => {
    const names = Array.from(
      text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g),
      ([, name = ""]) => name,
    );
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** It is in KB, for what people write; tables that are generated do not count. */
const ROOM = {
  "README.md": 6,
  ".github/ARCHITECTURE.md": 16,
  ".github/SECURITY.md": 7,
  ".github/CONTRIBUTING.md": 4,
  ".github/guides/{api,tutorial,webhooks,plugin,changelog}.md": 23,
  ".github/contracts/*.md": 17,
  ".github/OPERATING.md": 18,
  ".github/GO-LIVE.md": 5,
  ".github/LIVE-MODE.md": 4,
  ".github/PERFORMANCE.md": 2,
  "src/sdk/README.md": 4,
};

function bytesOf(pattern: string): number {
  const texts = globSync(pattern).map((path) => readFileSync(path, "utf8"));
  expect(texts.length).toBeGreaterThan(0);
  const text = texts.join("");
  return Buffer.byteLength(pattern.includes("PERFORMANCE") ? text.replaceAll(/^\|.*\n/gm, "") : text);
}

it.each(Object.entries(ROOM))("%s has at most %i KB", (pattern, kilobytes) => {
  expect(bytesOf(pattern)).toBeLessThanOrEqual(kilobytes * 1000);
});

it("all of them together have at most 100 KB", () => {
  const sum = Object.keys(ROOM).reduce((total, pattern) => total + bytesOf(pattern), 0);
  expect(sum).toBeLessThanOrEqual(100_000);
});
