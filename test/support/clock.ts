// The clock of the service under test. Access tokens live 300 s: take new ones after moving it.
import { vi } from "vitest";

/** Only Date stands still; timers and the runtime's own alarms keep real time. */
export function setClock(epochMs: number): void {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(epochMs);
}

export function moveClock(milliseconds: number): void {
  setClock(Date.now() + milliseconds);
}

/** For afterEach. */
export function releaseClock(): void {
  vi.useRealTimers();
}
