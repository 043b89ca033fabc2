// A copy of the project from which a part is taken out as its README says, and what is then still asked of it.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const PARTS = readdirSync("src/parts").sort();

const COPIED = [
  ...[".biome", ".biome.jsonc", ".dev.vars.example", ".github/guides", ".gitignore", "package.json"],
  ...["tsconfig.json", "wrangler.toml", "wrangler.ledger.toml", "migrations", "src", "test"],
];

/** The reference's operations, which no part may be needed for. */
const ACCEPTANCE_PATTERNS = [
  "test/http/payment-intents/{create-payment-intent,get-payment-intent,confirm-payment,cancel-payment-intent}.test.ts",
  "test/http/payment-intents/{refund-payment-intent,list-payment-intents,list-transactions,public-qr-code}.test.ts",
  "test/http/{merchants/register,counters/counters,wallet/scan-payment,wallet/approvals}.test.ts",
  "test/http/webhooks/webhook-settings.test.ts",
  "test/queue/webhook-delivery.test.ts",
];
const ACCEPTANCE_FILES = 14;
const ACCEPTANCE = globSync(ACCEPTANCE_PATTERNS);
if (ACCEPTANCE.length !== ACCEPTANCE_FILES) throw new Error(`the acceptance has ${ACCEPTANCE.length} files`);

/** Their actors come from parts, or they look at what all parts have: they are not compiled without one. */
const OF_ALL_PARTS = [
  ...["attack", "bench", "chaos", "conformance", "cost", "mutants", "simulate", "fixtures/stored"],
  ...["cells/stored-data.test.ts", "support/stored-data.ts"],
  ...["queue/sweep-limits.test.ts", "unit/wire/documented-values.test.ts"],
];

/** The part, and all parts whose README says that they need it. */
export function removedWith(part: string): string[] {
  const needs = (other: string) => {
    const [line = ""] =
      /^- \*\*Needs:\*\*[\s\S]*?(?=\n-)/m.exec(readFileSync(`src/parts/${other}/README.md`, "utf8")) ?? [];
    return Array.from(line.matchAll(/`([a-z-]+)`/g), ([, name = ""]) => name);
  };
  if (!PARTS.includes(part)) throw new Error(`there is no part ${part}`);
  const removed = new Set([part]);
  for (const name of removed) for (const other of PARTS) if (needs(other).includes(name)) removed.add(other);
  return [...removed];
}

function namesPart(text: string, part: string): boolean {
  return text.includes(`/parts/${part}/`) || text.includes(`#parts/${part}/`);
}

export class ProjectCopy {
  readonly directory = mkdtempSync(join(tmpdir(), "payments-part-"));

  constructor() {
    for (const name of COPIED) cpSync(name, join(this.directory, name), { recursive: true });
    symlinkSync(resolve("node_modules"), join(this.directory, "node_modules"));
  }

  /** Removes their folders, their tests, also those with other parts, and their lines where parts are named. */
  removeParts(parts: readonly string[]): void {
    for (const part of parts) {
      for (const path of [`src/parts/${part}`, `test/parts/${part}`, `src/main/pages/${part}.ts`])
        rmSync(join(this.directory, path), { recursive: true, force: true });
    }
    const project = JSON.parse(readFileSync(join(this.directory, "test/tsconfig.json"), "utf8"));
    project.exclude.push(...OF_ALL_PARTS);
    this.write("test/tsconfig.json", JSON.stringify(project));
    for (const path of globSync("test/parts/*/**/*.ts", { cwd: this.directory })) {
      if (!parts.some((part) => namesPart(readFileSync(join(this.directory, path), "utf8"), part))) continue;
      rmSync(join(this.directory, path));
    }
    const isOfThem = (line: string) => parts.some((part) => namesPart(line, part));
    for (const path of globSync("src/{main,sandbox}/parts*.ts", { cwd: this.directory })) {
      const lines = readFileSync(join(this.directory, path), "utf8").split("\n");
      const left = lines.filter((line) => !isOfThem(line)).join("\n");
      this.write(path, /^export/m.test(left) ? left : `${left}export {};\n`);
    }
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.directory, path), text);
  }

  /** The first lines of what fails; null when nothing does. */
  findFault(): string | null {
    const isThere = (path: string) => globSync(path, { cwd: this.directory }).length > 0;
    const entries = ["src/index.ts", "src/sandbox.ts", "src/parts/ledger/worker.ts"].filter(isThere);
    const commands = [
      "biome lint --diagnostic-level=error --max-diagnostics=200 src",
      ...["tsconfig.json", "src/scripts", "src/pages/browser", "test", "test/pages/browser"].map(
        (project) => `tsc -p ${project}`,
      ),
      // Each response is compared with the document, which has what parts add.
      "node src/scripts/generate/openapi.ts",
      "node src/scripts/build-assets.ts live",
      "node src/scripts/build-assets.ts sandbox",
      `esbuild ${entries.join(" ")} --bundle --format=esm --external:cloudflare:* --external:node:* --loader:.sql=text --conditions=workerd --outdir=built`,
      `vitest run --config test/vitest.config.ts --project workerd ${ACCEPTANCE.join(" ")}`,
    ];
    for (const command of commands) {
      const fault = this.#run(command);
      if (fault !== null) return `${command.slice(0, 80)}\n${fault}`;
    }
    return null;
  }

  #run(command: string): string | null {
    const [name = "", ...args] = command.split(" ");
    const { status, stdout, stderr } = spawnSync(join("node_modules/.bin", name), args, {
      cwd: this.directory,
      encoding: "utf8",
    });
    return status === 0 ? null : `${stdout}${stderr}`.split("\n").slice(0, 400).join("\n");
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
