// The globals through which the service reads the clock, draws random bits, waits, calls out and logs. In a thread of
// its own, so nothing has to be put back.
import type { Random } from "../../support/random.ts";
import { currentActor } from "./actor.ts";
import type { Clocks } from "./clocks.ts";
import type { Scheduler } from "./scheduler.ts";
import { seededCrypto } from "./web-crypto.ts";

export interface Globals {
  scheduler: Scheduler;
  clocks: Clocks;
  random: Random;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  log: (line: string) => void;
}

export function installGlobals({ scheduler, clocks, random, fetch, log }: Globals): void {
  Date.now = () => clocks.now;
  const draws = random.fork("math");
  Math.random = () => draws.next();
  const timers = {
    setTimeout: (code: () => void, delayMs = 0) => {
      const actor = currentActor();
      return scheduler.after(delayMs, () => {
        if (actor.isAlive) actor.run(code);
      });
    },
    clearTimeout: (cancel?: () => void) => cancel?.(),
  };
  const wait = (delayMs: number) => new Promise<void>((resolve) => timers.setTimeout(resolve, delayMs));
  Object.assign(globalThis, timers, {
    scheduler: { wait },
    fetch: (url: string, init: RequestInit = {}) => fetch(url, init),
  });
  Object.defineProperty(globalThis, "crypto", {
    value: seededCrypto(random.fork("crypto")),
    configurable: true,
  });
  AbortSignal.timeout = (delayMs) => {
    const controller = new AbortController();
    const error = new DOMException("The operation was aborted due to timeout", "TimeoutError");
    scheduler.after(delayMs, () => controller.abort(error));
    return controller.signal;
  };
  Object.assign(console, { info: log, warn: log, error: log });
}
