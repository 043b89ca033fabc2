// The merchants' webhook endpoints: they verify the signature and record what they receive.
import { createHmac } from "node:crypto";
import type { Faults } from "../faults.ts";
import { response } from "../platform/response.ts";
import type { Scheduler } from "../platform/scheduler.ts";

export interface Received {
  id: string;
  url: string;
  body: string;
  /** Whether it was accepted; the response may have been lost. */
  wasAccepted: boolean;
}

export class Receivers {
  readonly received: Received[] = [];
  readonly violations: string[] = [];
  /** Each address has when it responds with 500 to everything. */
  readonly #dead = new Map<string, { from: number; until: number }>();
  /** Each host name has every secret that its owner ever had. */
  readonly #secrets = new Map<string, string[]>();
  /** Hosts whose secret was changed by a request that has no response yet. */
  readonly #uncertain = new Set<string>();
  readonly #scheduler: Scheduler;
  readonly #faults: Faults;

  constructor(scheduler: Scheduler, faults: Faults) {
    this.#scheduler = scheduler;
    this.#faults = faults;
  }

  addSecret(host: string, secret: string): void {
    const known = this.#secrets.get(host) ?? [];
    this.#secrets.set(host, [...known, secret]);
    this.#uncertain.delete(host);
  }

  doubtSecret(host: string): void {
    this.#uncertain.add(host);
  }

  die(url: string, from: number, until: number): void {
    this.#dead.set(url, { from, until });
  }

  isDead(url: string): boolean {
    const dead = this.#dead.get(url);
    const { now } = this.#scheduler;
    return dead !== undefined && dead.from <= now && now < dead.until;
  }

  respond(url: string, headers: Headers, body: string): Response {
    const id = headers.get("webhook-id") ?? "";
    const refusal = this.#refusal(url);
    this.received.push({ id, url, body, wasAccepted: refusal === null });
    if (!this.#isSigned(url, id, headers, body))
      this.violations.push(`webhook ${id} to ${url} has no valid signature`);
    return refusal ?? response(200, "ok");
  }

  #refusal(url: string): Response | null {
    if (this.isDead(url)) {
      this.#faults.count("receiver_dies");
      return response(500, "dead");
    }
    if (this.#faults.strikes("receiver_fails")) return response(500);
    if (this.#faults.strikes("receiver_throttles")) return response(429, "", { "retry-after": "60" });
    if (this.#faults.strikes("receiver_redirects"))
      return response(302, "", { location: "https://elsewhere.example" });
    return null;
  }

  #isSigned(url: string, id: string, headers: Headers, body: string): boolean {
    const { hostname } = new URL(url);
    if (this.#uncertain.has(hostname)) return true;
    const signed = `${id}.${headers.get("webhook-timestamp")}.${body}`;
    const given = (headers.get("webhook-signature") ?? "").split(" ");
    const secrets = this.#secrets.get(hostname) ?? [];
    return secrets.some((secret) => given.includes(`v1,${signatureOf(secret, signed)}`));
  }
}

export function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return createHmac("sha256", key).update(content).digest("base64");
}
