// Somebody with the base URL alone, in an empty folder: from llms.txt to the tutorial, whose commands are run as they stand, with the
// client from the service. Nothing of this project is read but by HTTP. Runs in Node.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import { makeShopFolder, SYSTEM_ENV } from "../sdk/package/shop-folder.ts";
import { blocksOf } from "./guide-commands.ts";
import { useStartedCopy } from "./use-started-copy.ts";

const service = useStartedCopy("stranger");
const GUIDES = ["tutorial", "client", "api", "webhooks", "plugin", "errors", "changelog"];

async function read(url: string): Promise<string> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} responds with ${response.status}`);
  return await response.text();
}

/** Follows every link to the service once, from page to page. */
async function readAll(start: string): Promise<Map<string, string>> {
  const pages = new Map([[start, await read(start)]]);
  for (const [url, text] of pages) {
    if (!/\.(md|txt)$/.test(url)) continue;
    for (const [, link = ""] of text.matchAll(/\]\(([^)#\s]+)/g))
      if (link.startsWith(service.url) && !pages.has(link)) pages.set(link, await read(link));
  }
  return pages;
}

/** All that a stranger finds. Fails where a guide is missing, as a page or as Markdown. */
async function findGuides(): Promise<Map<string, string>> {
  const pages = await readAll(`${service.url}/llms.txt`);
  const guides = GUIDES.map((name) => `${service.url}/docs/${name}.md`);
  expect(guides.filter((url) => !pages.has(url))).toEqual([]);
  for (const url of guides) await read(url.replace(/\.md$/, ""));
  return pages;
}

it("installs the client and takes payments by the tutorial", async () => {
  const folder = makeShopFolder();
  onTestFinished(folder.remove);
  const script = blocksOf((await findGuides()).get(`${service.url}/docs/tutorial.md`) ?? "").join("\n");
  const env = { ...SYSTEM_ENV, NO_PROXY: "*", npm_config_cache: `${folder.path}/.npm` };
  const bash = promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { cwd: folder.path, env });
  const { stdout } = await bash;
  expect(stdout).not.toMatch(/"success":false|"error":|undefined/);
  const results = ['"87.50"', "Payment intent cancelled", "payment.approval_requested"];
  expect(results.filter((result) => !stdout.includes(result))).toEqual([]);
  expect(stdout).toMatch(/^completed\nrefund completed$/m);
  const merchant = JSON.parse(readFileSync(join(folder.path, "merchant.json"), "utf8"));
  const credentials = { CLIENT_ID: merchant.client_id, CLIENT_SECRET: merchant.client_secret };
  for (const event of EVENT_TYPES) {
    const command = ["--no", "--", "merchant-payments", "trigger", event];
    const made = await folder.run("npx", command, { PAYMENTS_URL: service.url, ...credentials });
    expect(made.stdout).toMatch(new RegExp(`^${event} of payment intent [0-9a-f-]{36}\n$`));
  }
});
