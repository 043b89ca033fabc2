// Shoppers that play one plot after another, whether the service is up or not.
import { setTimeout as sleep } from "node:timers/promises";
import { PaymentsApiError } from "#sdk/index.ts";
import type { Random } from "../../support/random.ts";
import type { Actors } from "./actors.ts";
import { choosePlot } from "./plots.ts";
import { isFailure, type PastRequests, setScene } from "./scene.ts";

const SHOPPERS = 16;
const REST_MS_MAX = 150;

export interface Load {
  /** No plot begins until `resume`. */
  pause(): void;
  resume(): void;
  /** Resolves when the plots under way have ended. */
  stop(): Promise<void>;
}

/** Paused at first. */
export function prepareLoad(actors: Actors, random: Random): Load {
  let isStopped = false;
  let gate = Promise.withResolvers<void>();
  const past: PastRequests = [];
  const shop = async () => {
    for (;;) {
      await gate.promise;
      if (isStopped) return;
      await play(actors, past, random);
      await sleep(random.next() * REST_MS_MAX);
    }
  };
  const shoppers = Promise.all(Array.from({ length: SHOPPERS }, shop));
  return {
    pause: () => {
      gate = Promise.withResolvers();
    },
    resume: () => gate.resolve(),
    stop: async () => {
      isStopped = true;
      gate.resolve();
      await shoppers;
    },
  };
}

/** A plot ends early when a hasty client gets no response. */
async function play(actors: Actors, past: PastRequests, random: Random): Promise<void> {
  try {
    await choosePlot(random)(setScene(actors, past, random));
  } catch (error) {
    if (!isFailure(error) && !(error instanceof PaymentsApiError)) throw error;
  }
}
