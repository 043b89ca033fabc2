import { expect, it } from "vitest";
import { ACTOR_KINDS, AUDIT_ACTIONS } from "#core/domain/audit/audit-trail.ts";
import type { Listed } from "#core/domain/open-list.ts";
import { CHECKS, FINDING_KINDS } from "#core/domain/reconciliation/reconciliation.ts";
import type { Part } from "#core/part.ts";
import { mergeLists } from "#main/merge-lists.ts";
import * as parts from "#main/parts.ts";
import "#main/add-parts.ts";

it.each([
  ["audit actions", AUDIT_ACTIONS, "auditActions"],
  ["actor kinds", ACTOR_KINDS, "actorKinds"],
  ["findings", FINDING_KINDS, "findings"],
  ["checks", CHECKS, "checks"],
] as const)(
  "the %s of each part come behind the names that they give",
  (_, list: readonly string[], name) => {
    const rows = Object.values<Part>(parts).flatMap((part) => Object.entries<Listed>(part[name] ?? {}));
    const behind = rows.filter(([, { after }]) => after !== undefined);
    expect(behind.length).toBeGreaterThan(0);
    const misplaced = behind.filter(
      ([row, { after = "" }]) => !list.includes(after) || list.indexOf(row) < list.indexOf(after),
    );
    expect(misplaced).toEqual([]);
  },
);

it("takes no two rows with one name", () => {
  const one = {
    refusals: { no_such_desk: { status: 404, message: "there is no such desk" } },
  } satisfies Part;
  expect(mergeLists({ one }, "refusals")).toEqual(one.refusals);
  expect(() => mergeLists({ one, other: one }, "refusals")).toThrow("no_such_desk is in the list already");
});
