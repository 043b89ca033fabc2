// Cash desks, as administrators make them, and the tablets that are paired with them.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { type ApiResponse, adminToken, BASE_URL, type CallOptions, call } from "./api.ts";
import { makeWallet, type TestWallet } from "./parties.ts";
import { MERCHANT_API, WALLET_API } from "./paths.ts";
import { showCode } from "./scan-tokens.ts";
import { SAME_ORIGIN } from "./sessions.ts";

export const DESKS = `${MERCHANT_API}/admin/desks`;
export const DESK_API = "/desk/api/v1";

export const NEW_DESK = {
  name: "Canteen, entrance",
  currency: "USD",
  time_zone: "UTC",
  top_up_max: 200,
  top_up_day: 1000,
  pay_out_max: 50,
  pay_out_day: 100,
};

export interface TestDesk {
  id: string;
  name: string;
}

export async function asAdmin(method: string, path: string, json?: unknown): Promise<ApiResponse> {
  return await call(method, path, { token: await adminToken(), json });
}

export async function makeDesk(fields: object = {}): Promise<TestDesk> {
  const { status, body } = await asAdmin("POST", DESKS, { ...NEW_DESK, ...fields });
  expect(status).toBe(201);
  return body.desk;
}

export async function createDeskPairing({ id }: { id: string }) {
  const { status, body } = await asAdmin("POST", `${DESKS}/${id}/pairings`);
  expect(status).toBe(201);
  return body.pairing;
}

export function pairTablet(code: unknown, path = "", headers: object = SAME_ORIGIN) {
  return exports.default.fetch(`${BASE_URL}/desk/session/pair${path}`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
}

/** A newly paired tablet, with the secret in its cookie. */
export async function makeTablet(desk: { id: string }): Promise<{ id: string; secret: string }> {
  const response = await pairTablet((await createDeskPairing(desk)).code);
  expect(response.status).toBe(201);
  const [, secret = ""] = /^__Host-desk=([\w-]+);/.exec(response.headers.get("Set-Cookie") ?? "") ?? [];
  const { tablet } = await response.json<{ tablet: { id: string } }>();
  return { id: tablet.id, secret };
}

export function deskCookieOf(secret: string): Record<string, string> {
  return { Cookie: `__Host-desk=${secret}`, "Session-Kind": "desk" };
}

/** Calls from the desk's own page, unless the headers say otherwise. */
export function callAsDesk(
  secret: string,
  method: string,
  path: string,
  { headers = SAME_ORIGIN, ...options }: CallOptions = {},
): Promise<ApiResponse> {
  return call(method, path, { ...options, headers: { ...deskCookieOf(secret), ...headers } });
}

/** A desk with its tablet. */
export async function openDesk(fields: object = {}): Promise<{ desk: TestDesk; secret: string }> {
  const desk = await makeDesk(fields);
  return { desk, secret: (await makeTablet(desk)).secret };
}

/** Sends the key, or a new one; none when it is null. */
export function postToDesk(
  secret: string,
  path: string,
  json: object,
  key: string | null = crypto.randomUUID(),
): Promise<ApiResponse> {
  const headers = { ...SAME_ORIGIN, ...(key === null ? {} : { "Idempotency-Key": key }) };
  return callAsDesk(secret, "POST", `${DESK_API}/${path}`, { json, headers });
}

/** Asks the customer, who shows a new code, to be paid out. */
export async function requestPayOut(secret: string, wallet: TestWallet, amount: number, key?: string) {
  const { code: scan_token } = await showCode(wallet);
  const response = await postToDesk(secret, "pay-outs", { scan_token, amount }, key);
  return { ...response, scan_token };
}

export function correct(secret: string, topUpId: string, amount: number, key?: string) {
  return postToDesk(secret, `movements/${topUpId}/corrections`, { amount }, key);
}

export function withdraw(secret: string, id: string) {
  return callAsDesk(secret, "POST", `${DESK_API}/movements/${id}/withdraw`);
}

export function closeShift(secret: string, id: string, counted: number) {
  return callAsDesk(secret, "POST", `${DESK_API}/shifts/${id}/close`, { json: { counted } });
}

export function openShift(secret: string, clerk: string, opening_float: number, key?: string) {
  return postToDesk(secret, "shifts", { clerk, opening_float }, key);
}

export function actOnPayOut({ token }: { token: string }, id: string, action: "approve" | "reject") {
  return call("POST", `${WALLET_API}/pay-outs/${id}/${action}`, { token });
}

/** What administrators do with a desk, and its tablet. The statuses of the responses. */
export async function useDesk(): Promise<number[]> {
  const made = await asAdmin("POST", DESKS, NEW_DESK);
  const desk = `${DESKS}/${made.body.desk.id}`;
  const { id, secret } = await makeTablet(made.body.desk);
  return [
    made,
    await asAdmin("GET", DESKS),
    await asAdmin("POST", `${desk}/pairings`),
    await callAsDesk(secret, "GET", `${DESK_API}/desk`),
    ...(await useTablet(secret)),
    await asAdmin("PUT", desk, { clerks: ["Ada"] }),
    ...(await useShift(secret)),
    await asAdmin("GET", `${desk}/tablets`),
    await asAdmin("GET", `${desk}/shifts`),
    await asAdmin("PATCH", `${desk}/tablets/${id}`, { name: "Left" }),
    await asAdmin("DELETE", `${desk}/tablets/${id}`),
    await asAdmin("PUT", desk, { name: "Kiosk" }),
  ].map(({ status }) => status);
}

async function useShift(secret: string): Promise<ApiResponse[]> {
  const opened = await openShift(secret, "Ada", 100);
  return [
    opened,
    await callAsDesk(secret, "GET", `${DESK_API}/shift`),
    await closeShift(secret, opened.body.shift.id, 100),
  ];
}

async function useTablet(secret: string): Promise<ApiResponse[]> {
  const wallet = await makeWallet();
  const added = await postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount: 5 });
  const [asked, other] = [
    await requestPayOut(secret, wallet, 5, "key-1"),
    await requestPayOut(secret, wallet, 6),
  ];
  return [
    await callAsDesk(secret, "POST", `${DESK_API}/customers`, { json: { code: wallet.id } }),
    added,
    asked,
    await actOnPayOut(wallet, asked.body.movement.id, "approve"),
    await requestPayOut(secret, wallet, 5, "key-1"),
    await actOnPayOut(wallet, other.body.movement.id, "reject"),
    await correct(secret, added.body.movement.id, 2, "key-2"),
    await actOnPayOut(
      wallet,
      (await correct(secret, added.body.movement.id, 2, "key-2")).body.movement.id,
      "approve",
    ),
    await correct(secret, added.body.movement.id, 2, "key-2"),
    await withdraw(secret, (await requestPayOut(secret, wallet, 1)).body.movement.id),
    await call("GET", `${WALLET_API}/pay-outs/${asked.body.movement.id}`, { token: wallet.token }),
    await callAsDesk(secret, "GET", `${DESK_API}/movements`),
    await callAsDesk(secret, "GET", `${DESK_API}/movements/${added.body.movement.id}`),
  ];
}
