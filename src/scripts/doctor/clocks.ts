import type { ClockReading } from "./ask.ts";
import { type Check, type Finding, judge, Unseen } from "./check.ts";

/** What the service tolerates when it reads a token's times. */
const TOKEN_TOLERANCE_MS = 5_000;
/** A ledger's events are refused when they are five minutes off. */
const EVENT_TOLERANCE_MS = 60_000;
/** A header `Date` and a token have whole seconds. */
const RESOLUTION_MS = 1_000;

export interface Clocks {
  worker: ClockReading | null;
  identityProvider: ClockReading | null;
  ledger: ClockReading | null;
}

const CHECKS: (Check<Clocks> & { clock: keyof Clocks })[] = [
  {
    clock: "worker",
    name: "clock.here",
    fault: ({ worker }) => apart("this machine's clock", TOKEN_TOLERANCE_MS, worker, null),
    fix: "Set this machine's clock: the Worker's is right.",
    isAdvice: true,
  },
  {
    clock: "identityProvider",
    name: "clock.identity-provider",
    fault: ({ worker, identityProvider }) =>
      apart("the identity provider's clock", TOKEN_TOLERANCE_MS, identityProvider, worker),
    fix: "Let it follow a time server (NTP): the service refuses tokens whose times are 5 seconds off.",
  },
  {
    clock: "ledger",
    name: "clock.ledger",
    fault: ({ worker, ledger }) => apart("the ledger's clock", EVENT_TOLERANCE_MS, ledger, worker),
    fix: "Let it follow a time server (NTP): the service refuses events that are signed 5 minutes off.",
  },
];

export async function checkClocks(clocks: Clocks): Promise<Finding[]> {
  return await judge(
    CHECKS.filter(({ clock }) => clocks[clock] !== null),
    clocks,
  );
}

/** This machine's clock stands in for the Worker's where that was not read. Throws Unseen where the other does not say. */
function apart(
  whose: string,
  toleranceMs: number,
  reading: ClockReading | null,
  worker: ClockReading | null,
): string | null {
  const [one, other] = [aheadMs(reading), aheadMs(worker)];
  if (one === null) throw new Unseen("its responses do not say what time it is");
  const offMs = Math.abs(one.ms - (other?.ms ?? 0));
  const uncertainMs = one.uncertainMs + (other?.uncertainMs ?? 0) + RESOLUTION_MS;
  return offMs <= toleranceMs + uncertainMs ? null : `${whose} is ${Math.round(offMs / 1000)} seconds off`;
}

/** How far ahead of this machine's clock, give or take half of the way there and back. */
function aheadMs(reading: ClockReading | null): { ms: number; uncertainMs: number } | null {
  if (reading === null || reading.theirs === null) return null;
  const uncertainMs = (reading.receivedAt - reading.sentAt) / 2;
  return { ms: reading.theirs - (reading.sentAt + uncertainMs), uncertainMs };
}
