// Cash desks, as administrators make them, and the tablets that are paired with them.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { type ApiResponse, adminToken, BASE_URL, type CallOptions, call } from "./api.ts";
import { MERCHANT_API } from "./paths.ts";
import { SAME_ORIGIN } from "./sessions.ts";

export const DESKS = `${MERCHANT_API}/admin/desks`;
export const DESK_API = "/desk/api/v1";

export const NEW_DESK = {
  name: "Canteen, entrance",
  currency: "USD",
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

/** From the desk's own page, unless the headers say otherwise. */
export function callAsDesk(
  secret: string,
  method: string,
  path: string,
  { headers = SAME_ORIGIN, ...options }: CallOptions = {},
): Promise<ApiResponse> {
  return call(method, path, { ...options, headers: { ...deskCookieOf(secret), ...headers } });
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
    await asAdmin("GET", `${desk}/tablets`),
    await asAdmin("DELETE", `${desk}/tablets/${id}`),
    await asAdmin("PUT", desk, { name: "Kiosk" }),
  ].map(({ status }) => status);
}
