// Web Push (RFC 8030), signed with the service's own key (VAPID, RFC 8292).
import { importJWK, SignJWT } from "jose";
import type { Config } from "#core/config.ts";
import { fromBase64Url, toBase64Url } from "#core/lib/base64url.ts";
import { BoundedCache } from "#core/lib/cache.ts";
import { log } from "#core/lib/log.ts";
import type { PushService } from "../domain/push-service.ts";
import { encryptPush } from "../lib/push-encryption.ts";

const TIMEOUT_MS = 10_000;
/** Push services accept at most 24 hours. */
const SIGNED_FOR_MS = 60 * 60_000;
/** The browser has ended the subscription. */
const GONE = [404, 410];
/** These are not final, unlike all other refusals of the request. */
const TEMPORARY = [408, 429];
/** Consecutive failures after which an origin gets one request a minute, until one succeeds. */
const FAILURES_MAX = 5;
const PROBE_INTERVAL_MS = 60_000;
const ORIGINS_MAX = 100;

export function createPushService(
  { publicKey, privateKey, subject }: NonNullable<Config["push"]>,
  clock: () => number,
): PushService {
  const authorization = async (endpoint: string) => {
    const point = fromBase64Url(publicKey);
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(toBase64Url);
    const key = await importJWK({ kty: "EC", crv: "P-256", x, y, d: privateKey } as never, "ES256");
    const token = await new SignJWT()
      .setProtectedHeader({ typ: "JWT", alg: "ES256" })
      .setAudience(new URL(endpoint).origin)
      .setSubject(subject)
      .setExpirationTime(Math.floor((clock() + SIGNED_FOR_MS) / 1000))
      .sign(key);
    return `vapid t=${token}, k=${publicKey}`;
  };
  const circuits = new BoundedCache<string, { failures: number; nextProbeAt: number }>(ORIGINS_MAX);
  const noteFailure = (origin: string) => {
    const failures = (circuits.get(origin)?.failures ?? 0) + 1;
    circuits.set(origin, { failures, nextProbeAt: clock() + PROBE_INTERVAL_MS });
  };
  /** An origin that has failed too often is closed to all but the one that finds its probe due. */
  const mayAsk = (origin: string) => {
    const circuit = circuits.get(origin);
    if (circuit === undefined || circuit.failures < FAILURES_MAX) return true;
    if (clock() < circuit.nextProbeAt) return false;
    circuits.set(origin, { ...circuit, nextProbeAt: clock() + PROBE_INTERVAL_MS });
    return true;
  };

  return {
    async send({ endpoint, keys }, { topic, body, isUrgent, ttlSeconds }) {
      const [p256dh, auth] = [fromBase64Url(keys.p256dh), fromBase64Url(keys.auth)];
      const { origin } = new URL(endpoint);
      if (!mayAsk(origin)) return "circuit_open";
      const response = await fetch(endpoint, {
        method: "POST",
        headers: {
          authorization: await authorization(endpoint),
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
          ttl: String(ttlSeconds),
          urgency: isUrgent ? "high" : "normal",
          topic,
        },
        body: await encryptPush(body, { p256dh, auth }),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        noteFailure(origin);
        if (error instanceof Error && error.name === "TimeoutError") return null;
        throw error;
      });
      if (response === null) return "timed_out";
      await response.body?.cancel();
      const { status } = response;
      if (status >= 500) noteFailure(origin);
      else circuits.delete(origin);
      if (status >= 400 && status < 500 && !TEMPORARY.includes(status)) {
        // If it is so with every browser, the service's own keys are refused.
        if (!GONE.includes(status)) log("warn", "push_refused", { status });
        return "gone";
      }
      if (!response.ok) throw new Error(`the push service responded with ${status}`);
      return "sent";
    },
  };
}
