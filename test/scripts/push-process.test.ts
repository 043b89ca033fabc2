// The bar for pushes, with a process of the service and a push server on loopback: while the wallet is closed, a request for
// approval arrives there, is decrypted by an independent library, and names the request that the wallet opens. Runs in Node.
import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { decrypt } from "http_ece";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyProject, freePort } from "./project-copy.ts";
import { untilStarted } from "./use-started-copy.ts";

const { directory, npmRun, remove } = copyProject("push");
const port = await freePort();
const service = `http://localhost:${port}`;
const npm = npmRun("start", { PORT: String(port) });
const pushes: { path: string | undefined; headers: IncomingHttpHeaders; body: Buffer }[] = [];
const pushServer = createServer(async (request, response) => {
  pushes.push({ path: request.url, headers: request.headers, body: await buffer(request) });
  response.writeHead(201).end();
});

beforeAll(async () => {
  pushServer.listen(0, "127.0.0.1");
  await untilStarted(npm, directory);
});
afterAll(async () => {
  pushServer.close();
  npm.kill("SIGINT");
  if (npm.exitCode === null) await once(npm, "exit");
  remove();
});

interface Shop {
  merchant: { client_id: string; client_secret: string };
  counter_id: string;
}

async function send<Body>(method: string, path: string, headers: Record<string, string>, json?: unknown) {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const sent = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", ...headers };
  const response = await fetch(service + path, { method, headers: sent, ...body });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return { cookies: response.headers.getSetCookie(), body: (await response.json()) as Body };
}

it("a request for approval arrives encrypted, and opens the right request", async () => {
  const opened = await send("POST", "/sandbox/v1/wallet-session", {}, {});
  const cookie = { Cookie: opened.cookies[0]?.split(";")[0] ?? "" };
  const ecdh = createECDH("prime256v1");
  const keys = {
    p256dh: ecdh.generateKeys().toString("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const endpoint = `http://127.0.0.1:${(pushServer.address() as AddressInfo).port}/send/1`;
  const { body: state } = await send("PUT", "/wallet/api/v1/push", cookie, { endpoint, keys });
  expect(state).toMatchObject({ public_key: expect.stringMatching(/^B/), subscriptions: 1 });

  const { body: shop } = await send<Shop>("POST", "/sandbox/merchants", {}, {});
  const form = {
    grant_type: "client_credentials",
    client_id: shop.merchant.client_id,
    client_secret: shop.merchant.client_secret,
  };
  const token = await fetch(`${service}/realms/payment-platform/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  const merchant = {
    Authorization: `Bearer ${((await token.json()) as { access_token: string }).access_token}`,
  };
  const { body: code } = await send<{ scan_token: string }>("POST", "/wallet/api/v1/scan-token", cookie);
  const { body: scanned } = await send<{ payment_intent: { id: string } }>(
    "POST",
    "/merchant/api/v1/scan-payment",
    merchant,
    {
      scan_token: code.scan_token,
      counter_id: shop.counter_id,
      amount: 12.5,
    },
  );

  await expect.poll(() => pushes.length).toBeGreaterThan(0);
  const [push] = pushes;
  expect(push).toMatchObject({
    path: "/send/1",
    headers: { urgency: "high", "content-encoding": "aes128gcm" },
  });
  const options = { version: "aes128gcm", privateKey: ecdh, authSecret: keys.auth } as const;
  const { payment_intent_id: id, ...shown } = JSON.parse(String(decrypt(push?.body ?? Buffer.of(), options)));
  expect(shown).toMatchObject({ type: "approval_requested", amount: "12.50", currency: "USD" });
  expect(id).toBe(scanned.payment_intent.id);
  const { body } = await send<{ approvals: { id: string }[] }>("GET", "/wallet/api/v1/approvals", cookie);
  expect(body.approvals.map((approval) => approval.id)).toEqual([id]);
});
