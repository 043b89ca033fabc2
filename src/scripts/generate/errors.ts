// Writes the guide of errors: each code with what it means and what to do, under an anchor to which `docs_url` leads.
import { type RefusalResponse, responses } from "../../core/http/refusals.ts";
import "../../main/add-parts.ts";
import { refusals as ofSandbox } from "../../sandbox/refusals.ts";
import { BY_CODE, BY_STATUS } from "./error-advice.ts";
import { writeGenerated } from "./generated-file.ts";

interface Failure {
  statuses: Set<number>;
  texts: Set<string>;
}

/** What is no refusal: each is thrown by its code. */
const OTHERS: [code: string, status: number, text: string][] = [
  ["invalid_request", 400, "A field, a parameter or the body is not what it must be"],
  ["sandbox_only", 400, "Sandbox-Case is for a sandbox: this service is live"],
  ["unauthorized", 401, "Unauthorized"],
  ["route_not_found", 404, "Not found"],
  ["method_not_allowed", 405, "Method not allowed"],
  ["no_cells_in_force", 409, "no entry of CELLS has been in force for a minute"],
  ["not_restored", 422, "names why the cell was not restored"],
  ["internal_error", 500, "names the operation that failed"],
  ["service_unavailable", 503, "a variable of the service is wrong"],
  ...["ledger", "identity_provider", "payment_intent", "database"].map(
    (dependency): [string, number, string] => [
      `${dependency}_unavailable`,
      503,
      "names the operation that failed",
    ],
  ),
];

const failures = new Map<string, Failure>();

function add(code: string, status: number, text: string): void {
  const { statuses, texts } = failures.get(code) ?? { statuses: new Set(), texts: new Set() };
  failures.set(code, { statuses: statuses.add(status), texts: texts.add(text) });
}

for (const [code, status, text] of OTHERS) add(code, status, text);
const refusals: Record<string, RefusalResponse> = { ...responses, ...ofSandbox };
for (const [name, { status, message, code = name, field }] of Object.entries(refusals))
  if (field === undefined) add(code, status, message);

function adviceOn(code: string, status: number): string {
  const advice = BY_CODE[code] ?? BY_STATUS[status];
  if (advice === undefined) throw new Error(`error-advice.ts does not say what to do about ${status}`);
  return advice;
}

function section([code, { statuses, texts }]: [string, Failure]): string {
  const [status = 0] = statuses;
  const said = [...texts].map((text) => text.charAt(0).toUpperCase() + text.slice(1)).join("; ");
  return `## \`${code}\`\n\n${[...statuses].join(" or ")}. ${said}.\n\n${adviceOn(code, status)}\n`;
}

const sections = [...failures].sort(([one], [other]) => (one < other ? -1 : 1)).map(section);
writeGenerated(
  ".github/guides/errors.md",
  `# Errors

A failure has \`success: false\`, \`error\` for people, \`code\` for programs, which never changes, \`request_id\` to quote when you ask for
help, \`docs_url\`, which leads here, and \`details\` where fields are invalid. The token endpoint responds with OAuth 2.0 errors instead.
New codes may be added: decide by the status about those that you do not know.

${sections.join("\n")}`,
);
