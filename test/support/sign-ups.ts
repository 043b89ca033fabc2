// Merchants that strangers make for themselves.
import { expect } from "vitest";
import { type ApiResponse, type CallOptions, call, fetchToken } from "./api.ts";
import type { TestMerchant } from "./parties.ts";
import { SANDBOX_API } from "./paths.ts";
import { newAddress } from "./rate-limits.ts";

/** From an address of its own, unless another is given. */
export async function signUp(address = newAddress(), options: CallOptions = {}): Promise<ApiResponse> {
  const headers = { "CF-Connecting-IP": address };
  return await call("POST", `${SANDBOX_API}/merchants`, { ...options, headers });
}

export async function makeSignedUp(): Promise<TestMerchant> {
  const { status, body } = await signUp();
  expect(status).toBe(201);
  const { merchant_id: id, client_id: clientId, client_secret: clientSecret } = body;
  const token = await fetchToken(clientId, clientSecret);
  return { id, clientId, clientSecret, email: `${id}@sandbox.invalid`, setupUrl: "", token };
}
