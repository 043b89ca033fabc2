// One of each kind of caller, and what they do, with every response held to the document.

import { adminToken } from "./api.ts";
import { makeCounter } from "./counters.ts";
import { makeLogo } from "./logos.ts";
import { ownerOf, userToken } from "./merchant-users.ts";
import { ask } from "./openapi.ts";
import { makeMerchant, makeWallet } from "./parties.ts";
import { UNKNOWN_ID } from "./paths.ts";
import { newBrowser, PUSH } from "./push.ts";
import { rowsOf } from "./rows.ts";
import { openTill } from "./sessions.ts";

const API = "/merchant/api/v1";

export type Actors = Awaited<ReturnType<typeof makeActors>>;

export async function makeActors() {
  const [admin, merchant] = [await adminToken(), await makeMerchant()];
  return { admin, merchant, counter: await makeCounter(merchant), wallet: await makeWallet() };
}

/** What the customer's app does besides paying. */
export async function useWalletApp({ wallet, merchant }: Actors): Promise<number[]> {
  const { token } = wallet;
  const blocked = "/wallet/api/v1/blocked-merchants";
  const statuses = [];
  for (const route of [
    "POST /wallet/api/v1/scan-token",
    `POST ${blocked}/${merchant.id}`,
    `POST ${blocked}/${UNKNOWN_ID}`,
    `GET ${blocked}`,
    `GET ${blocked}?limit=0`,
    `DELETE ${blocked}/${merchant.id}`,
    `DELETE ${blocked}/${UNKNOWN_ID}`,
    "GET /wallet/api/v1/transactions",
    "GET /wallet/api/v1/transactions?cursor=WyJ0eC0xIiwxXQ",
    `GET /wallet/api/v1/payment-intents/${UNKNOWN_ID}`,
    `GET ${PUSH}`,
  ]) {
    statuses.push((await ask(route, { token })).status);
  }
  return [...statuses, ...(await manageWalletData(wallet))];
}

async function manageWalletData({ token }: { token: string }): Promise<number[]> {
  const json = newBrowser().subscription;
  const { id, token: own } = await makeWallet();
  return [
    (await ask(`PUT ${PUSH}`, { token, json })).status,
    (await ask(`DELETE ${PUSH}`, { token, json })).status,
    (await ask("GET /wallet/api/v1/export", { token })).status,
    (await ask("GET /wallet/api/v1/export?cursor=x", { token })).status,
    (await ask("POST /wallet/api/v1/erase", { token, json: { confirm: id } })).status,
    (await ask("POST /wallet/api/v1/erase", { token: own, json: { confirm: id } })).status,
  ];
}

/** What an owner does besides payments: users, settings, tills, the day's totals and the client's secret. */
export async function manageAccount({ merchant, counter }: Actors): Promise<number[]> {
  const { id } = merchant;
  const token = await userToken(id, "owner");
  const statuses: number[] = [];
  const manage = async (route: string, json?: unknown) => {
    const { status, body } = await ask(route, { token, ...(json === undefined ? {} : { json }) });
    statuses.push(status);
    return body;
  };
  const email = `${crypto.randomUUID()}@shop.test`;
  const { user } = await manage(`POST ${API}/users`, { email, role: "staff" });
  await manage(`GET ${API}/users`);
  await manage(`PATCH ${API}/users/${user.id}`, { role: "owner" });
  await manage(`DELETE ${API}/users/${user.id}`);
  await manage(`PUT ${API}/settings`, { time_zone: "Europe/Berlin", address: "12 Market Street" });
  const logo = { token, text: makeLogo(), headers: { "Content-Type": "image/png" } };
  statuses.push((await ask(`PUT ${API}/settings/logo`, logo)).status);
  await manage(`PUT ${API}/settings/return-schemes`, { return_schemes: ["com.example.shop"] });
  await manage(`GET ${API}/settings`);
  await manage(`DELETE ${API}/settings/logo`);
  await manage(`GET ${API}/totals?date=2026-11-22`);
  await manage(`GET ${API}/payments.csv?date=2026-11-22`);
  await manage(`GET ${API}/go-live`);
  await manage(`POST ${API}/counters/${counter.id}/pairings`);
  const { session } = await openTill(id, counter.id);
  await manage(`GET ${API}/counters/${counter.id}/tills`);
  await manage(`PATCH ${API}/counters/${counter.id}/tills/${session.id}`, { name: "Bar" });
  await manage(`DELETE ${API}/counters/${counter.id}/tills/${session.id}`);
  const { id: other } = (await manage(`POST ${API}/counters`, { name: "Terrace" })).counter;
  await manage(`POST ${API}/counters/${other}/credentials`);
  await manage(`POST ${API}/credentials/rotate`);
  return statuses;
}

/** The sandbox's playground. */
export async function usePlayground({ merchant: { token } }: Actors): Promise<number[]> {
  const responses = [
    await ask("PUT /sandbox/v1/faults", { token, json: { faults: ["endpoint_down"] } }),
    await ask("GET /sandbox/v1/faults", { token }),
    await ask("POST /sandbox/v1/clock", { token, json: { minutes: 1 } }),
    await ask("GET /sandbox/v1/inbox", { token }),
  ];
  return responses.map(({ status }) => status);
}

/** The administrator's stops one after another, with what they refuse. Only a counter that is made here is lost. */
export async function applyStops({ admin, merchant, wallet }: Actors): Promise<number[]> {
  const of = `POST ${API}/merchants/${merchant.id}`;
  const reason = "Fraud reported by the bank";
  const { token, email } = merchant;
  const owner = await ownerOf(merchant);
  const till = await ask(`POST ${API}/counters`, { token, json: { name: "Till 2" } });
  const intent = await ask(`POST ${API}/payment-intents`, { token, json: { amount: 1 } });
  const { id } = intent.body.payment_intent;
  const responses = [
    await ask(`${of}/suspend`, { token: admin, json: { reason } }),
    await ask(`POST ${API}/payment-intents/${id}/cancel`, { token }),
    await ask(`POST /wallet/api/v1/payment-intents/${id}/confirm`, { token: wallet.token }),
    await ask(`${of}/reinstate`, { token: admin }),
    await ask(`${of}/stop-refunds`, { token: admin, json: { reason } }),
    await refundOfPaid(token, wallet.token, id),
    await ask(`${of}/allow-refunds`, { token: admin }),
    await ask(`${of}/disable-user`, { token: admin, json: { email, reason } }),
    await ask(`GET ${API}/payment-intents`, { token: owner.token }),
    await ask(`${of}/enable-user`, { token: admin, json: { email } }),
    await ask(`${of}/users/${owner.subject}/owner`, { token: admin }),
    await ask(`${of}/counters/${till.body.counter.id}/revoke`, { token: admin, json: { reason } }),
    await ask(`${of}/enable-user`, { token: admin, json: { email: "nobody@shop.test" } }),
    await ask(`${of}/revoke-access`, { token: admin, json: { since: new Date(0), dry_run: true } }),
    await ask(`${of}/revoke-access`, { token: admin, json: { reason, counters: [UNKNOWN_ID] } }),
  ];
  return responses.map(({ status }) => status);
}

/** What the administrator does with a merchant of its own, from its first name to its closure. */
export async function manageMerchant({ admin, merchant }: Actors): Promise<number[]> {
  const token = admin;
  const json = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Corner Shop" };
  const { body } = await ask(`POST ${API}/register`, { token, json });
  const of = `${API}/merchants/${body.merchant_id}`;
  const eraseWith = async (column: string, time: number) => {
    const { merchant_id } = body;
    await rowsOf(merchant_id).run(`UPDATE merchants SET ${column} = ? WHERE id = ?`, time, merchant_id);
    const path = `${API}/admin/merchants/${merchant_id}/erase`;
    return await ask(`POST ${path}`, { token, json: { confirm: merchant_id } });
  };
  const responses = [
    await ask(`PATCH ${of}`, { token, json: { business_name: "Corner Café" } }),
    await ask(`PATCH ${of}`, { token, json: { email: `${crypto.randomUUID()}@shop.test` } }),
    await ask(`PATCH ${of}`, { token, json: { email: merchant.email } }),
    await ask(`PATCH ${of}`, { token, json: { business_name: "" } }),
    await ask(`POST ${of}/close`, { token, json: { reason: "The contract has ended" } }),
    await ask(`GET ${API}/admin/merchants/${body.merchant_id}/export`, { token }),
    await eraseWith("updated_at", 0),
    await eraseWith("erased_at", 1),
    await ask(`POST ${of}/deactivate`, { token }),
    await ask(`GET ${of}`, { token }),
    await ask(`GET ${API}/merchants/${UNKNOWN_ID}`, { token }),
  ];
  return responses.map(({ status }) => status);
}

/** Refunds as the administrator, before the merchant is marked as closed and then, after which it is open again. */
export async function refundWhileClosed({ admin: token, merchant }: Actors, id: string): Promise<number[]> {
  const refund = () =>
    ask(`POST ${API}/admin/payment-intents/${id}/refund`, { token, json: { reason: "Closed" } });
  const mark = (status: string) =>
    rowsOf(merchant.id).run("UPDATE merchants SET status = ? WHERE id = ?", status, merchant.id);
  const refused = await refund();
  await mark("closed");
  const refunded = await refund();
  await mark("active");
  return [refused.status, refunded.status];
}

async function refundOfPaid(token: string, wallet: string, id: string) {
  await ask(`POST /wallet/api/v1/payment-intents/${id}/confirm`, { token: wallet });
  return ask(`POST ${API}/payment-intents/${id}/refund`, { token });
}
