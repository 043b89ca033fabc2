// What the steps of the scenario share.
import type { Addresses, Body, Credentials } from "./requests.ts";

export const API = "/merchant/api/v1";
export const PASSWORD = "correct horse battery staple";

export interface Wallet extends Credentials {
  wallet_id: string;
  scan_token: string;
}

export interface Setting extends Addresses {
  administrator: Credentials;
  /** Follows the link in the response, or, when that is null, the one that was mailed. */
  setPassword(email: string, setupUrl: string | null, password: string): Promise<void>;
  /** The link in the next mail to this address; null where no mail is sent. */
  takeMail: ((email: string) => Promise<string>) | null;
  /** An access token of the wallet's customer. */
  customerToken(wallet: Wallet): Promise<string>;
  /** It is null where the provider keeps one key. */
  rotateKeys: (() => Promise<void>) | null;
  /**
   * The service's call to the provider's admin API with this number, counted from 1 and from now on, fails. `end` lets what is late
   * take effect, and returns how many calls there were.
   */
  failCall(number: number, fault: ProviderFault): { end(): Promise<number> };
  /** How many clients and users the realm has. */
  countAccess(): Promise<{ clients: number; users: number }>;
  clientIds(): Promise<string[]>;
  /** Gives the sweep time to make this true. Returns false when it does not. */
  isSoon(condition: () => Promise<boolean>): Promise<boolean>;
  /** It is null where the provider is a part of the service. */
  outage: Outage | null;
}

/**
 * `lost` and `malformed`: the provider acts, and its response does not arrive, or not as one. `late`: it acts after the service has
 * given up.
 */
export type ProviderFault = "refused" | "failing" | "lost" | "malformed" | "late";

export interface Outage {
  stop(): Promise<void>;
  start(): Promise<void>;
  restartService(): Promise<void>;
}

/** Runs one step and reports how it ended; a step that fails ends the scenario. */
export type RunStep = <T>(name: string, play: () => Promise<T>) => Promise<T>;

export interface Play {
  at: Setting;
  step: RunStep;
  admin: string;
  /** Demands the status. */
  call(status: number, method: string, path: string, token: string, json?: object): Promise<Body>;
}

export interface Shop extends Credentials {
  email: string;
  merchant_id: string;
  setup_url: string | null;
  token: string;
}
