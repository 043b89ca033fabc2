// The guides, which are written once: served as Markdown and as HTML, with the service's own address in their commands.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { markdown } from "./markdown.ts";
import { page } from "./page.ts";

const FOLDER = ".github/guides";
const LOCAL_URL = "http://localhost:8787";

/** Their addresses below /docs, and what each is about. */
export const GUIDES = {
  tutorial: "From nothing to a refund in one terminal, with play money: commands to paste",
  client: "The typed client for JavaScript, without dependencies, and how to install it",
  api: "Requests and responses, idempotency, retries, limits and lifetimes",
  webhooks: "Signed events: receivers, retries, where a webhook goes, how to inspect and resend",
  plugin: "Write a plugin for a shop's software: states, keys, refunds, what to refuse",
  errors: "Every error code, and what to do",
  changelog: "What has changed",
};
type Guide = keyof typeof GUIDES;

const isGuide = (name: string): name is Guide => name in GUIDES;

function fileOf(name: Guide): string {
  return name === "client" ? "src/sdk/README.md" : `${FOLDER}/${name}.md`;
}

const NAMES = Object.keys(GUIDES).filter(isGuide);

export async function guideFiles(baseUrl: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const name of NAMES) {
    const text = readFileSync(fileOf(name), "utf8").replaceAll(LOCAL_URL, baseUrl);
    const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
    const asHtml = withLinks(text, name, (path) => path.replace(/\.md(?=#|$)/, ""));
    files.set(
      `/docs/${name}.md`,
      withLinks(text, name, (path) => baseUrl + path),
    );
    files.set(`/docs/${name}.html`, await page(`/docs/${name}`, title, markdown(asHtml), `/docs/${name}.md`));
  }
  for (const name of readdirSync(`${FOLDER}/receivers`))
    files.set(`/docs/receivers/${name}`, readFileSync(`${FOLDER}/receivers/${name}`, "utf8"));
  return files;
}

/** In the repository, guides link to files; here, to what is served of them. */
function withLinks(text: string, from: Guide, linkTo: (path: string) => string): string {
  return text.replaceAll(/\]\((?!https?:|#)([^)#\s]*)([^)\s]*)\)/g, (_, target: string, anchor: string) => {
    const file = join(dirname(fileOf(from)), target);
    const guide = NAMES.find((name) => fileOf(name) === file);
    if (guide !== undefined) return `](${linkTo(`/docs/${guide}.md${anchor}`)})`;
    if (file.startsWith(`${FOLDER}/receivers/`)) return `](${linkTo(file.replace(FOLDER, "/docs"))})`;
    throw new Error(`${fileOf(from)} links to ${target}, which is not served.`);
  });
}
