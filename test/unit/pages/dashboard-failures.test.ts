// What people read at the dashboard when the service refuses: never its own words, which are for programs.
import { describe, expect, it } from "vitest";
import document from "../../../src/assets/openapi.live.json" with { type: "json" };
import { failureFrom } from "../../../src/pages/browser/dashboard/api/failures.ts";
import { OPERATIONS } from "../../../src/pages/browser/dashboard/api/operations.ts";
import { failureWords, fieldWords } from "../../../src/pages/browser/dashboard/failure-words.ts";
import { messages as ar } from "../../../src/pages/browser/dashboard/messages/ar.ts";
import { messages as de } from "../../../src/pages/browser/dashboard/messages/de.ts";
import { messages as en } from "../../../src/pages/browser/dashboard/messages/en.ts";
import { messages as es } from "../../../src/pages/browser/dashboard/messages/es.ts";
import { messages as fr } from "../../../src/pages/browser/dashboard/messages/fr.ts";
import { messages as ja } from "../../../src/pages/browser/dashboard/messages/ja.ts";

const LANGUAGES = [en, de, fr, es, ar, ja];
/** Only a fault of the dashboard's own leads to the first; the second is told by its fields. */
const WITHOUT_WORDS = ["idempotency_key_reused", "invalid_request"];

interface Documented {
  status: string;
  code: string;
  error: string;
}

const shared = document.components.responses as Record<string, unknown>;

/** Every failure that the document shows of the dashboard's operations; `default` is what any operation can have. */
function documentedFailures(): Documented[] {
  const found = new Map<string, Documented>();
  const search = (status: string, value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref, code, error } = value as Record<string, unknown>;
    if (typeof $ref === "string" && $ref.includes("/responses/"))
      search(status, shared[$ref.split("/").at(-1) ?? ""]);
    if (typeof code === "string" && typeof error === "string" && !found.has(code))
      found.set(code, { status, code, error });
    for (const each of Object.values(value)) search(status, each);
  };
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path) as { operationId?: string; responses?: object }[])
      if (Object.hasOwn(OPERATIONS, operation.operationId ?? ""))
        for (const [status, response] of Object.entries(operation.responses ?? {}))
          if (!/^[23]/.test(status)) search(status, response);
  return [...found.values()];
}

const FAILURES = documentedFailures();

describe("a failure that people see", () => {
  it.each(FAILURES)("$code is told in the reader's language", ({ status, code, error }) => {
    const failure = failureFrom(Number(status) || 400, JSON.stringify({ success: false, error, code }), null);
    expect(Object.values(failure).concat(failure.message)).not.toContain(error);
    const told = LANGUAGES.map(({ failures }) => failureWords(failure, failures));
    expect(new Set(told).size).toBe(LANGUAGES.length);
    for (const words of told) expect(words).toMatch(/^[\p{Lu}\p{Lo}].*[.。]$/u);
    if (status !== "default")
      expect(told[0] === en.failures.other, "in general words").toBe(WITHOUT_WORDS.includes(code));
  });

  it("is one of the many in the document", () => {
    expect(FAILURES.length).toBeGreaterThan(40);
  });

  it("says that the service cannot do it when it fails", () => {
    expect(failureWords(failureFrom(503, "<html>", null), en.failures)).toBe(en.failures.unavailable);
  });

  it("tells what is wrong in a field by the field", () => {
    const refused = (field: string) =>
      failureFrom(400, JSON.stringify({ code: "invalid_request", details: [{ field }] }), null);
    expect(refused("webhook_events[0]").fields).toEqual(["webhook_events"]);
    expect(failureWords(refused("amount"), en.failures)).toBe("Enter a number, such as 12.50.");
    expect(failureWords(refused("name"), en.failures)).toBe("The service did not accept this.");
    expect(fieldWords("name", en.failures)).toBe("Please check this entry.");
    expect(fieldWords("name", en.failures, true)).toBe("Please fill this in.");
    expect(fieldWords("constructor", en.failures)).toBe("Please check this entry.");
  });
});
