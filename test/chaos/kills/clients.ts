// How often a client repeats what got no response.
import { setTimeout as sleep } from "node:timers/promises";
import { createMerchantClient, type MerchantClient } from "#sdk/index.ts";
import type { MerchantClientOptions } from "#sdk/options.ts";
import { BASE_URL } from "../service.ts";
import type { Journal } from "./journal.ts";

/** Enough to outlast a restart. */
export const PATIENT_RETRIES = 600;
const RETRY_DELAY_MS_MAX = 500;

/** `patient` repeats what got no response until it has one; `hasty` gives up. */
export interface Clients<Client = MerchantClient> {
  patient: Client;
  hasty: Client;
}

interface Credentials {
  clientId: string;
  clientSecret: string;
}

export function clientsFor(journal: Journal, credentials: Credentials): Clients {
  return {
    patient: createMerchantClient(optionsFor(journal, credentials, PATIENT_RETRIES)),
    hasty: createMerchantClient(optionsFor(journal, credentials, 0)),
  };
}

export function optionsFor(
  journal: Journal,
  credentials: Credentials,
  retries: number,
): MerchantClientOptions {
  return {
    ...credentials,
    baseUrl: BASE_URL,
    retries,
    fetch: journal.fetchAs(credentials.clientId),
    // A service that is being restarted is tried again soon, whatever it has asked for.
    sleep: async (ms) => {
      await sleep(Math.min(ms, RETRY_DELAY_MS_MAX));
    },
  };
}
