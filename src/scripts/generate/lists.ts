// Writes .github/reference/lists.md: the lists to which parts add, as they are put together.

import { globSync } from "node:fs";
import { resolve } from "node:path";
import { AUDIT_ACTIONS } from "../../core/domain/audit/audit-trail.ts";
import { CHECKS, FINDING_KINDS } from "../../core/domain/reconciliation/reconciliation.ts";
import { responses } from "../../core/http/refusals.ts";
import type { Part } from "../../core/part.ts";
import "../../main/add-parts.ts";
import * as live from "../../main/parts.ts";
import * as pages from "../../main/parts-pages.ts";
import * as ofSandboxAlone from "../../sandbox/parts.ts";
import { refusals as ofSandbox } from "../../sandbox/refusals.ts";
import { table, writePage } from "./reference-page.ts";

const PARTS: Record<string, Part> = { ...live, ...ofSandboxAlone, sandbox: { refusals: ofSandbox } };
const auditTexts: Record<string, string> = Object.assign(
  {},
  ...(await coreTexts()),
  ...Object.values(pages).map(({ auditTexts }) => auditTexts.en),
);

/** The dashboard's, where there is one. */
async function coreTexts(): Promise<object[]> {
  const [file] = globSync("src/parts/dashboard/browser/messages/en/audit.ts");
  return file === undefined ? [] : [(await import(resolve(file))).audit.audit.actions];
}

writePage(
  "lists",
  "Lists to which parts add",
  "Each in the order in which it is used. What has no part is the core's.",
  "## Refusals",
  table(
    ["Refusal", "Status", "Text", "Part"],
    Object.entries({ ...responses, ...ofSandbox }).map(([name, { status, message }]) => [
      code(name),
      String(status),
      message,
      partWith("refusals", name),
    ]),
  ),
  "## Actions in the audit trail",
  "The texts are those of merchants' dashboards; what has none is in no merchant's trail.",
  table(
    ["`action`", "Text", "Part"],
    AUDIT_ACTIONS.map((name) => [code(name), auditTexts[name] ?? "", partWith("auditActions", name)]),
  ),
  "## Checks of the reconciliation",
  table(
    ["Check", "Part"],
    CHECKS.map((name) => [code(name), partWith("checks", name)]),
  ),
  "## Findings",
  "[Findings](reference/findings.md) says what each means.",
  table(
    ["`kind`", "Part"],
    FINDING_KINDS.map((name) => [code(name), partWith("findings", name)]),
  ),
  "## Steps of the sweep that parts add",
  table(
    ["Step", "Where", "Part"],
    Object.entries(PARTS).flatMap(([part, { shardSweep = {}, homeSweep = {} }]) => [
      ...Object.keys(shardSweep).map((step) => [code(step), "wherever there are payments", part]),
      ...Object.keys(homeSweep).map((step) => [code(step), "at home", part]),
    ]),
  ),
);

function code(name: string): string {
  return `\`${name}\``;
}

function partWith(list: keyof Part, name: string): string {
  const found = Object.entries(PARTS).find(([, part]) => name in (part[list] ?? {}));
  return found?.[0] ?? "";
}
