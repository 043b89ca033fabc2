// The clock of the service under test. Access tokens live 300 s: get new ones after moving it.
import { beforeEach, vi } from "vitest";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Only Date stands still; timers and the runtime's own alarms keep real time. */
export function setClock(epochMs: number): void {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(epochMs);
}

/** Returns the new time. Never moved back, or the runtime would fire alarms on its own. */
export function moveClock(byMs: number): number {
  const now = Date.now() + byMs;
  setClock(now);
  return now;
}

/** Has to be called before an object is created, because its embedded ledger keeps the `Date.now` of that time. */
export function useStoppedClock(): void {
  beforeEach(() => void moveClock(0));
}

export function restoreClock(): void {
  vi.useRealTimers();
}
