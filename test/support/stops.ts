// The administrator's stops in an incident.
import { expect } from "vitest";
import { type ApiResponse, adminToken, call } from "./api.ts";
import { MERCHANT_API } from "./paths.ts";

const reason = "Fraud reported by the bank";
const email = "owner@shop.test";

/** Each stop's path below a merchant, with a valid body. */
export const STOPS: [string, object?][] = [
  ["suspend", { reason }],
  ["reinstate"],
  ["stop-refunds", { reason }],
  ["allow-refunds"],
  ["disable-user", { email, reason }],
  ["enable-user", { email }],
  ["counters/:counterID/revoke", { reason }],
];

/** They include the administrator's other operations on a merchant. */
export const PLATFORM_ACTIONS: typeof STOPS = [
  ["activate"],
  ["deactivate"],
  ["close", { reason }],
  ["rotate-credentials"],
  ["setup-link"],
  ["revoke-access", { reason }],
  ["users/:userID/owner"],
  ...STOPS,
];

export function actionPath(action: string, merchantId: string, otherId: string): string {
  return `${MERCHANT_API}/merchants/${merchantId}/${action.replace(/:(counter|user)ID/, otherId)}`;
}

export async function pull(merchantId: string, stop: string, json?: object): Promise<ApiResponse> {
  return call("POST", `${MERCHANT_API}/merchants/${merchantId}/${stop}`, {
    token: await adminToken(),
    ...(json === undefined ? {} : { json }),
  });
}

export async function suspend(merchant: { id: string }): Promise<void> {
  expect((await pull(merchant.id, "suspend", { reason })).status).toBe(200);
}

export async function reinstate(merchant: { id: string }): Promise<void> {
  expect((await pull(merchant.id, "reinstate")).status).toBe(200);
}
