// Every call to a port in every story of an intent, failing before its effect, after it, or by hanging: alarms, queues
// and the sweep then bring the intent to the end that it would have had. The cases come from playing each story once
// without a fault and noting the calls of each step.
import { afterAll, describe, expect, inject, it } from "vitest";
import { RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { findImbalances } from "../support/embedded-ledger.ts";
import { muteLog, repair, useMutedLog } from "../support/faults.ts";
import { eventsOf } from "../support/intent-rows.ts";
import { execute, pay, published, until } from "../support/objects.ts";
import { arm, type Fault, hangsForEver, isPossible, MOMENTS, PORTS, type Port } from "../support/ports.ts";
import { runSweep } from "../support/queues.ts";
import { seedCounter, seedIntent, seedWallet } from "../support/seeds.ts";
import {
  crash,
  deliverQueued,
  expectWhole,
  fireDueAlarm,
  heal,
  receivedByWallets,
  scan,
  type WatchedPayment,
  watchPayment,
} from "../support/watched-payment.ts";

/** What dies when a call that the step makes hangs for ever; only callers send a failed request again. */
interface Step {
  run(payment: WatchedPayment): Promise<unknown>;
  by: "caller" | "machinery";
  diesIn: "object" | "worker";
}

const STEPS = {
  create: step("caller", "worker", async (payment) => {
    payment.intentId = (await seedIntent(payment.merchant.id)).id;
  }),
  open_counter: step("caller", "worker", async (payment) => {
    payment.counterId = (await seedCounter(payment.merchant.id)).id;
  }),
  scan: step("caller", "worker", scan),
  decline: step("caller", "object", async ({ intentId }) => pay(intentId, await seedWallet(1))),
  confirm: step("caller", "object", ({ intentId, wallets: [wallet] }) => pay(intentId, wallet ?? "")),
  approve: step("caller", "object", ({ intentId, wallets: [wallet] }) =>
    execute(intentId, { type: "approve", walletId: wallet ?? "" }),
  ),
  cancel: step("caller", "object", ({ intentId, merchant }) =>
    execute(intentId, { type: "cancel", merchantId: merchant.id }),
  ),
  withdraw: step("caller", "object", ({ intentId, merchant }) =>
    execute(intentId, { type: "withdraw", merchantId: merchant.id }),
  ),
  refund: step("caller", "object", ({ intentId, merchant }) =>
    execute(intentId, { type: "refund", merchantId: merchant.id, key: null }),
  ),
  deadline: step("machinery", "object", () => after(31 * MINUTE, runSweep)),
  settle: step("machinery", "object", (payment) => after(10 * SECOND, () => fireDueAlarm(payment))),
  deliver: step("machinery", "worker", deliverQueued),
  collect: step("machinery", "object", (payment) => after(RECOVERY_WINDOW_MS, () => fireDueAlarm(payment))),
} as const;
type StepName = keyof typeof STEPS;

interface Story {
  name: string;
  steps: StepName[];
  status: string;
  events: string[];
  /** What the message bus carries to the paying wallet. */
  toWallet: string[];
}

const STORIES: Story[] = [
  {
    name: "paid",
    steps: ["create", "confirm", "deliver", "collect"],
    status: "completed",
    events: ["payment.completed"],
    toWallet: ["wallet.balance.updated"],
  },
  {
    name: "declined, then paid by another wallet",
    steps: ["create", "decline", "confirm", "deliver", "collect"],
    status: "completed",
    events: ["payment.completed"],
    toWallet: ["wallet.balance.updated"],
  },
  {
    name: "cancelled",
    steps: ["create", "cancel", "deliver", "collect"],
    status: "cancelled",
    events: ["payment.cancelled"],
    toWallet: [],
  },
  {
    name: "expired",
    steps: ["create", "deadline", "deliver", "collect"],
    status: "expired",
    events: ["payment.expired"],
    toWallet: [],
  },
  {
    name: "refunded",
    steps: ["create", "confirm", "refund", "settle", "deliver", "collect"],
    status: "completed",
    events: ["payment.completed", "refund.pending", "refund.completed"],
    toWallet: ["wallet.balance.updated", "wallet.balance.updated"],
  },
  {
    name: "scanned and approved",
    steps: ["open_counter", "scan", "approve", "deliver", "collect"],
    status: "completed",
    events: ["payment.approval_requested", "payment.completed"],
    toWallet: ["payment.approval_requested", "wallet.balance.updated"],
  },
  {
    name: "scanned and withdrawn",
    steps: ["open_counter", "scan", "withdraw", "deliver", "collect"],
    status: "cancelled",
    events: ["payment.approval_requested", "payment.cancelled"],
    toWallet: ["payment.approval_requested", "payment.approval_withdrawn"],
  },
];

function step(by: Step["by"], diesIn: Step["diesIn"], run: Step["run"]): Step {
  return { by, diesIn, run };
}

async function after(ms: number, run: () => Promise<unknown>): Promise<void> {
  moveClock(ms);
  await run();
}

interface Strike {
  during: StepName;
  fault: Fault;
}

/** Plays the story to its end; `calls` gets the ports that each step has called. */
async function play(
  story: Story,
  strike: Strike | null,
  calls?: Map<StepName, Set<Port>>,
): Promise<WatchedPayment> {
  const payment = await watchPayment();
  const { ports } = payment;
  for (const name of story.steps) {
    ports.calls = [];
    if (strike?.during === name) await strikeDuring(payment, name, strike.fault);
    else await STEPS[name].run(payment);
    if (payment.intentId !== "") await published(payment.intentId);
    calls?.set(name, new Set(ports.calls));
  }
  for (const run of ports.late) await run().catch(() => {});
  await heal(payment);
  return payment;
}

/** Whoever gets no response tries again once the rest has come to order by itself. */
async function strikeDuring(payment: WatchedPayment, name: StepName, fault: Fault): Promise<void> {
  const { run, by, diesIn } = STEPS[name];
  const armed = arm(payment.ports, fault);
  let hasFailed = false;
  const running = run(payment).catch(() => {
    hasFailed = true;
  });
  if (hangsForEver(fault)) {
    await until(() => armed.hasStruck);
    await crash(payment);
    if (diesIn === "worker") hasFailed = true;
  }
  if (diesIn === "object" || !hangsForEver(fault)) await running;
  await until(() => armed.hasStruck);
  await heal(payment);
  if (hasFailed && by === "caller") await run(payment);
}

/** Each call of each step, failing in each way. */
async function casesOf(story: Story): Promise<Strike[]> {
  muteLog();
  moveClock(0);
  const calls = new Map<StepName, Set<Port>>();
  await play(story, null, calls);
  repair();
  return [...calls].flatMap(([during, ports]) =>
    [...ports]
      .flatMap((port) => MOMENTS.map((moment) => ({ port, moment })))
      .filter((fault) => isPossible(fault) && isStruck(story, during, fault))
      .map((fault) => ({ during, fault })),
  );
}

/** A lone event is delivered and forgotten in the same way in every story. The ledger's own queue is not ours. */
function isStruck({ name }: Story, during: StepName, { port }: Fault): boolean {
  if (during !== "deliver" && during !== "collect") return true;
  return port !== "find_transfer" && ["paid", "refunded", "scanned and approved"].includes(name);
}

const seen = new Set<string>();

/** All are played in `npm run test:long`; otherwise each fault of each port, each step and each story once. */
function isPlayed(story: Story, { during, fault }: Strike): boolean {
  const kinds = [`${fault.port} ${fault.moment}`, during, story.name];
  const isNew = kinds.some((kind) => !seen.has(kind));
  for (const kind of kinds) seen.add(kind);
  return isNew || inject("longTests");
}

const TABLE: { story: Story; strikes: Strike[] }[] = [];
for (const story of STORIES) {
  const strikes = await casesOf(story);
  TABLE.push({ story, strikes: strikes.filter((strike) => isPlayed(story, strike)) });
}

useMutedLog();
useStoppedClock();
afterAll(async () => {
  expect(await findImbalances()).toEqual([]);
});

describe("the table", () => {
  it("strikes every port", () => {
    const struck = new Set(TABLE.flatMap(({ strikes }) => strikes.map(({ fault }) => fault.port)));
    expect([...struck].sort()).toEqual([...PORTS].sort());
  });
});

describe.each(TABLE)("an intent that is $story.name", ({ story, strikes }) => {
  it.each(strikes)("ends whole: $during, $fault.port fails $fault.moment", async (strike) => {
    const payment = await play(story, strike);

    expect((await eventsOf(payment.intentId)).map(({ type }) => type)).toEqual(story.events);
    const received = await receivedByWallets(payment.wallets);
    expect(received.map(({ type }) => type).sort()).toEqual(story.toWallet);
    expect(await expectWhole(payment)).toMatchObject({ status: story.status });
  });
});
