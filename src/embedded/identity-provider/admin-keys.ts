import { Hono } from "hono";
import { log } from "../../lib/log.ts";
import { isoTime } from "../../lib/time.ts";
import type { Realm } from "./realm.ts";
import { rotateSigningKey, scheduleKeys } from "./signing-key.ts";

/** The keys as in Keycloak's KeysMetadataRepresentation, with the times of a rotation. */
export function createKeysApi(realm: Realm): Hono {
  const app = new Hono();
  app.get("/", async (c) => c.json(await presentKeys(realm)));

  // Not in Keycloak's API: Keycloak rotates keys by adding a key provider.
  app.post("/rotate", async (c) => {
    await rotateSigningKey(realm);
    const keys = await presentKeys(realm);
    log("info", "signing_key_rotated", { kids: keys.keys.map(({ kid }) => kid) });
    return c.json(keys);
  });
  return app;
}

async function presentKeys(realm: Realm) {
  const scheduled = await scheduleKeys(realm);
  const active = scheduled.find(({ status }) => status === "signing")?.key.kid;
  const published = scheduled.filter(({ status }) => status !== "retired");
  return {
    active: { RS256: active },
    keys: published.map(({ key, status, signsFrom, publishedUntil }) => ({
      kid: key.kid,
      status: status === "signing" ? "ACTIVE" : "PASSIVE",
      type: "RSA",
      algorithm: "RS256",
      use: "SIG",
      signsFrom: isoTime(signsFrom),
      publishedUntil: publishedUntil === null ? null : isoTime(publishedUntil),
    })),
  };
}
