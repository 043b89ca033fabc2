// Who may see and end sessions of a wallet: see test/support/part-rows.ts.
import { expect } from "vitest";
import { openCustomerSession } from "#core/services/sessions/customer-sessions.ts";
import { call } from "../../support/api.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { stranger, victim } from "../../support/isolation.ts";
import type { PartRows } from "../../support/part-rows.ts";
import { UNKNOWN_ID, WALLET_API } from "../../support/paths.ts";
import { at, CUSTOMER_ONLY, withStatus } from "../../support/role-rows.ts";
import { deps } from "../../support/seeds.ts";
import { callAsCustomer, openWallet } from "../../support/sessions.ts";

const NAME = `${WALLET_API}/name`;
const SESSIONS = `${WALLET_API}/sessions`;

export const ROLES: PartRows["ROLES"] = {
  "GET /wallet/api/v1/sessions": { row: CUSTOMER_ONLY, request: at(SESSIONS) },
  "DELETE /wallet/api/v1/sessions/:sessionID": {
    row: withStatus(404, CUSTOMER_ONLY),
    request: at(`${SESSIONS}/${UNKNOWN_ID}`),
  },
  "GET /wallet/api/v1/name": { row: CUSTOMER_ONLY, request: at(NAME) },
  "PUT /wallet/api/v1/name": { row: CUSTOMER_ONLY, request: at(NAME, { name: "Ada" }) },
};

/** A session of the victim's customer, who has tokens otherwise. */
async function victimsSession(): Promise<string> {
  const holder = { walletId: victim.wallet.id, isClaimed: true, label: "", device: null };
  return (await openCustomerSession(deps, holder, null)).session.id;
}

export const CHECKS: PartRows["CHECKS"] = {
  "GET /wallet/api/v1/sessions": async () => {
    await victimsSession();
    const { body } = await call("GET", SESSIONS, { token: stranger.wallet.token });
    expect(body.sessions).toEqual([]);
  },
  "DELETE /wallet/api/v1/sessions/:sessionID": async () => {
    const path = `${SESSIONS}/${await victimsSession()}`;
    const refused = await call("DELETE", path, { token: stranger.wallet.token });
    expectFailure(refused, 404, "session_not_found", "Session not found");
    for (const { token } of [stranger.merchant, stranger.counter])
      expect((await call("DELETE", path, { token })).status).toBe(403);
    const { body } = await call("GET", SESSIONS, { token: victim.wallet.token });
    expect(body.sessions.map(({ id }: { id: string }) => `${SESSIONS}/${id}`)).toContain(path);
  },
  "GET /wallet/api/v1/name": () => checkName("GET"),
  "PUT /wallet/api/v1/name": () => checkName("PUT"),
};

/** Neither reads nor changes the victim's. */
async function checkName(method: "GET" | "PUT"): Promise<void> {
  const ask = (token: string, name?: string | null) =>
    call(name === undefined ? "GET" : "PUT", NAME, { token, ...(name !== undefined && { json: { name } }) });
  await ask(victim.wallet.token, "Victim");
  const { body } = await ask(stranger.wallet.token, method === "GET" ? undefined : null);
  expect(body.name).toBe(null);
  expect((await ask(victim.wallet.token)).body.name).toBe("Victim");
}

export const play: PartRows["play"] = async () => {
  const { secret } = await openWallet();
  const named = await callAsCustomer(secret, "PUT", NAME, { json: { name: "Ada" } });
  expect((await callAsCustomer(secret, "GET", NAME)).body).toEqual(named.body);
  const { body } = await callAsCustomer(secret, "GET", SESSIONS);
  const ended = await callAsCustomer(secret, "DELETE", `${SESSIONS}/${body.sessions[0].id}`);
  expect(ended.body.sessions).toEqual([]);
};
