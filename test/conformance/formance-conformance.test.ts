// What `npm run test:ledger -- --formance` says of the adapter for Formance Ledger, and of one with each mistake, in front of a
// stand-in for that ledger.
import { afterAll, describe, expect, it, vi } from "vitest";
import { createFormanceLedger } from "#parts/formance/adapters/ledger-formance.ts";
import { serve } from "#scripts/serve.ts";
import { FORMANCE_TOKEN, StandInFormance } from "../support/stand-in-formance.ts";
import { OpenedAccounts } from "./accounts.ts";
import { checkConformance, lineOf } from "./conformance.ts";
import { createBridge } from "./formance/bridge.ts";
import { MISTAKES } from "./formance/mistakes.ts";
import { FORMANCE_REQUIREMENTS, type FormanceScene } from "./formance/requirements.ts";
import { LedgerUnderTest } from "./ledger-under-test.ts";
import { loadMistaken } from "./mistaken-source.ts";
import type { Requirement } from "./requirement.ts";
import { REQUIREMENTS } from "./requirements/all.ts";

const ALL: Requirement<FormanceScene>[] = [...REQUIREMENTS, ...FORMANCE_REQUIREMENTS];
const ends: (() => void)[] = [];

// The stacks of what a mistaken adapter logs have its whole source.
vi.spyOn(console, "error").mockImplementation(() => undefined);

interface Adapter {
  createFormanceLedger: typeof createFormanceLedger;
}

afterAll(() => {
  for (const end of ends) end();
});

async function check(create: typeof createFormanceLedger, requirements = ALL) {
  const formance = new StandInFormance();
  const at = { fetch: formance.fetch, baseUrl: "http://formance.test/v2/main" };
  const served = await serve(createBridge({ ...at, token: FORMANCE_TOKEN }, create));
  ends.push(served.close);
  const ledger = new LedgerUnderTest(served.url, FORMANCE_TOKEN, 1500);
  const adapter = create({ ...at, tokens: [FORMANCE_TOKEN] });
  const accounts = new OpenedAccounts(ledger, "USD");
  return await checkConformance(
    { ledger, accounts, reports: null, waitMs: 1500, adapter, formance },
    () => {},
    requirements,
  );
}

describe("the adapter for Formance Ledger", () => {
  it("does all that a ledger must do", async () => {
    const outcomes = await check(createFormanceLedger);
    expect(outcomes.filter(({ result }) => result === "failed").map(lineOf)).toEqual([]);
    const skipped = outcomes
      .filter(({ result }) => result === "skipped")
      .map(({ requirement: { id } }) => id);
    expect(skipped).toEqual([
      // Nothing is ever pending there.
      ...["settle.later", "settle.once", "report.sent", "report.signed", "report.repeated", "report.ended"],
      "sum.given-back",
    ]);
  });

  it.each(Object.entries(MISTAKES))("is seen when it %s", async (_, [unmet, ...patches]) => {
    const wanted = ALL.filter(({ id }) => unmet.split(" ").includes(id));
    const mistaken = await loadMistaken<Adapter>(["parts/formance/adapters/ledger-formance.ts"], patches);
    const outcomes = await check(mistaken.createFormanceLedger, wanted);
    expect(outcomes.map(({ result }) => result)).toEqual(unmet.split(" ").map(() => "failed"));
  });
});
