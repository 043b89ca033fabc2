// A merchant requests payments from customers whose code it may not use, or who do not want its requests.
import { setTimeout as sleep } from "node:timers/promises";
import { SignJWT, UnsecuredJWT } from "jose";
import { Attempts } from "./attempts.ts";
import { type Reply, send, type Target } from "./requests.ts";
import { API, type Customer, must, openWallet, type Shop, showCode, WALLET } from "./shops.ts";

const REJECTIONS = 3;

export async function tryScans(target: Target, victim: Shop, attacker: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const { code } = await showCode(target, victim.customer);
  for (const [name, forged] of Object.entries(await forgeCodes(code, victim.customer)))
    attempts.noteStatus(name, await scan(target, attacker, forged), 400);
  await tryUsedCodes(target, victim, attacker, attempts);
  await tryRejections(target, attacker, attempts);
  await tryBlocked(target, attacker, attempts);
  const asToken = await send(target, "GET", `${WALLET}/wallet`, { token: code });
  attempts.noteStatus("a code as an access token", asToken, 401);
  await sleep(Math.max(0, victim.shown.expiresAt - Date.now()));
  attempts.noteStatus("an expired code", await scan(target, attacker, victim.shown.code), 400);
  return attempts;
}

async function scan(target: Target, { token, counter }: Shop, code: string): Promise<Reply> {
  const json = { scan_token: code, counter_id: counter.id, amount: 1 };
  return await send(target, "POST", `${API}/scan-payment`, { token, json });
}

async function forgeCodes(code: string, { walletId, token }: Customer): Promise<Record<string, string>> {
  const [header = "", payload = "", signature = ""] = code.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const other = { ...claims, exp: 4_102_444_800 };
  const sign = (secret: string) =>
    new SignJWT(other)
      .setProtectedHeader({ alg: "HS256", typ: "scan+jwt" })
      .sign(new TextEncoder().encode(secret));
  return {
    "a longer life": `${header}.${encode(other)}.${signature}`,
    "another wallet": `${header}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
    "another audience": `${header}.${encode({ ...claims, aud: "merchant-payments" })}.${signature}`,
    "no signature": `${header}.${payload}.`,
    "alg none": new UnsecuredJWT(other).encode(),
    "a guessed key": await sign("secret"),
    "the wallet id as key": await sign(walletId),
    "the customer's access token": token,
    "an unknown wallet": crypto.randomUUID(),
  };
}

/** A code is good for the first merchant that uses it. */
async function tryUsedCodes(target: Target, victim: Shop, attacker: Shop, attempts: Attempts): Promise<void> {
  const customer = await openWallet(target, victim.token, 5);
  const older = (await showCode(target, customer)).code;
  const newer = (await showCode(target, customer)).code;
  attempts.noteStatus("a genuine code", await scan(target, victim, newer), 201);
  attempts.noteStatus("another merchant's used code", await scan(target, attacker, newer), 400);
  attempts.noteStatus("a code before the used one", await scan(target, attacker, older), 400);
  const raced = (await showCode(target, customer)).code;
  const replies = await Promise.all(
    [victim, attacker, victim, attacker].map((shop) => scan(target, shop, raced)),
  );
  const [first, second] = [0, 1].map((who) =>
    replies.some((reply, i) => i % 2 === who && reply.status === 201),
  );
  attempts.note(
    "two merchants scan a code at once",
    first === second && `${first ? "both" : "neither"} may ask`,
  );
}

/** After rejections a merchant has to wait, at every till and with every code. */
async function tryRejections(target: Target, attacker: Shop, attempts: Attempts): Promise<void> {
  const customer = await openWallet(target, attacker.token, 5);
  for (let round = 0; round < REJECTIONS; round += 1) {
    const asked = await scan(target, attacker, (await showCode(target, customer)).code);
    attempts.noteStatus(`request ${round + 1}`, asked, 201);
    const path = `${WALLET}/payment-intents/${asked.json.payment_intent.id}/reject`;
    await must(target, "POST", path, { token: customer.token });
  }
  const again = await scan(target, attacker, (await showCode(target, customer)).code);
  attempts.noteStatus("a request after three rejections", again, 429);
  attempts.note("Retry-After", again.headers.get("Retry-After") === null && "missing");
}

/** The merchant learns nothing: it gets the response to an unknown code. */
async function tryBlocked(target: Target, attacker: Shop, attempts: Attempts): Promise<void> {
  const customer = await openWallet(target, attacker.token, 5);
  const block = `${WALLET}/blocked-merchants/${attacker.merchantId}`;
  const before = await scan(target, attacker, (await showCode(target, customer)).code);
  attempts.noteStatus("a request before the block", before, 201);
  await must(target, "POST", block, { token: customer.token });
  const intent = before.json.payment_intent.id;
  const { payment_intent: shown } = await must(target, "GET", `${API}/payment-intents/${intent}`, {
    token: attacker.token,
  });
  attempts.note("what it asked for before", shown.status !== "cancelled" && `is ${shown.status}`);
  const unknown = comparable(await scan(target, attacker, crypto.randomUUID()));
  for (const code of [customer.walletId, (await showCode(target, customer)).code]) {
    const blocked = await scan(target, attacker, code);
    attempts.noteStatus("a request of a blocked merchant", blocked, 400);
    attempts.note("the response to it", comparable(blocked) !== unknown && `tells more: ${blocked.text}`);
  }
}

function comparable({ status, json, headers }: Reply): string {
  return JSON.stringify([status, { ...json, request_id: "" }, [...headers.keys()].sort()]);
}
