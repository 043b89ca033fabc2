// Steps of local live mode: a day at the canteen of GO-LIVE.md, from the desk's first code to the count of the money. Everyone
// uses the service's pages, by what these request.
import { setTimeout as sleep } from "node:timers/promises";
import { LIVE_VARS, readDevVars } from "#scripts/dev-vars.ts";
import { CUSTOMER } from "#scripts/live-mode/customer.ts";
import { Browser } from "../browser.ts";
import { register, signInToWallet } from "../customers.ts";
import { API, type RunStep } from "../play.ts";
import {
  type Addresses,
  type Body,
  call,
  clientForm,
  demand,
  demandMembers,
  takeToken,
} from "../requests.ts";

const WALLET = "/wallet/api/v1";
const DESK = "/desk/api/v1";
const LIMITS = { top_up_max: 200, top_up_day: 5_000, pay_out_max: 50, pay_out_day: 500 };
/** A refund takes the ledger seconds. */
const REFUNDED_WITHIN_MS = 30_000;

type At = Addresses & { takeMail(email: string): Promise<string> };
type Request = (status: number, method: string, path: string, json?: object) => Promise<Body>;

/** `owner` is signed in to the dashboard of an active merchant. */
export async function playCanteen(at: At, step: RunStep, owner: Browser): Promise<void> {
  const admin = await administrator(at);
  const before = await floatOf(admin);
  const till = await step("the owner makes a counter, and pairs a till with it", () =>
    pairTill(at, requestsOf(at, owner)),
  );
  const desk = await step("the administrator makes a cash desk, and pairs a tablet with it", () =>
    pairTablet(at, admin),
  );
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const wallet = await step("a customer registers, and has an empty wallet", async () => {
    const phone = requestsOf(at, await register(at, email));
    await demandBalance(phone, "0.00");
    return phone;
  });
  await step("the desk sees who it is, and tops the wallet up", async () => {
    const code = await codeOf(wallet);
    const { customer } = await desk(200, "POST", `${DESK}/customers`, { code });
    demandMembers(customer, { name: email, currencies: ["USD"] });
    const paidIn = { wallet_id: customer.wallet_id, amount: 40 };
    const { movement } = await desk(201, "POST", `${DESK}/top-ups`, paidIn);
    demandMembers(movement, { status: "completed" });
    await demandBalance(wallet, "40.00");
  });
  const paid = await step("the till asks for a payment, and the customer pays", async () => {
    const sale = { amount: 12.5, currency: "USD" };
    const { payment_intent } = await till(201, "POST", `${API}/payment-intents`, sale);
    await wallet(200, "POST", `${WALLET}/payment-intents/${payment_intent.id}/confirm`);
    await demandBalance(wallet, "27.50");
    return payment_intent.id;
  });
  await step("the owner refunds it, and it comes back to the wallet", async () => {
    await requestsOf(at, owner)(200, "POST", `${API}/payment-intents/${paid}/refund`);
    const until = Date.now() + REFUNDED_WITHIN_MS;
    while (Date.now() < until && (await balanceOf(wallet)) !== "40.00") await sleep(500);
    await demandBalance(wallet, "40.00");
  });
  await step("the desk pays out what the customer approves", () => playPayOut(desk, wallet));
  await step("the customer whom local live mode has made can come to the desk as well", async () => {
    const { email: username, password } = CUSTOMER;
    const { wallet_id } = await signInToWallet(new Browser(at.send), at.serviceUrl, { username, password });
    await desk(201, "POST", `${DESK}/top-ups`, { wallet_id, amount: 5 });
  });
  await step("the float adds up, and has grown by what the desk took in", async () => {
    const { difference, float } = await floatOf(admin);
    const grown = Number(float) - Number(before.float);
    demand(
      difference === "0.00" && grown === 40 - 15.5 + 5,
      `it has grown by ${grown} and is off by ${difference}`,
    );
  });
}

async function playPayOut(desk: Request, wallet: Request): Promise<void> {
  const asked = { scan_token: await codeOf(wallet), amount: 15.5 };
  const { movement } = await desk(202, "POST", `${DESK}/pay-outs`, asked);
  demandMembers(movement, { status: "awaiting_approval" });
  await demandBalance(wallet, "40.00");
  const { pay_outs } = await wallet(200, "GET", `${WALLET}/approvals`);
  await wallet(200, "POST", `${WALLET}/pay-outs/${pay_outs[0].id}/approve`);
  const read = await desk(200, "GET", `${DESK}/movements/${movement.id}`);
  demandMembers(read.movement, { status: "completed" });
  await demandBalance(wallet, "24.50");
}

async function administrator(at: At): Promise<Request> {
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = readDevVars(LIVE_VARS);
  const token = await takeToken(at, clientForm({ client_id, client_secret }));
  return (status, method, path, json) => call(at, status, method, path, token, json);
}

async function pairTill(at: At, owner: Request): Promise<Request> {
  const { counter } = await owner(201, "POST", `${API}/counters`, { name: "Till 1" });
  const { pairing } = await owner(201, "POST", `${API}/counters/${counter.id}/pairings`);
  const till = requestsOf(at, new Browser(at.send), { "Session-Kind": "till" });
  await till(201, "POST", "/session/pair", { code: pairing.code });
  return till;
}

async function pairTablet(at: At, admin: Request): Promise<Request> {
  const fields = { name: "Canteen, entrance", currency: "USD", ...LIMITS };
  const { desk } = await admin(201, "POST", `${API}/admin/desks`, fields);
  const { pairing } = await admin(201, "POST", `${API}/admin/desks/${desk.id}/pairings`);
  const tablet = requestsOf(at, new Browser(at.send));
  await tablet(201, "POST", "/desk/session/pair", { code: pairing.code });
  return tablet;
}

/** Sends the browser's cookies, as its pages do. */
function requestsOf(at: At, { send }: Browser, headers: Record<string, string> = {}): Request {
  return (status, method, path, json) => {
    const all = { ...headers, "Idempotency-Key": crypto.randomUUID() };
    return call({ ...at, send }, status, method, path, all, json);
  };
}

async function codeOf(wallet: Request): Promise<string> {
  return (await wallet(200, "POST", `${WALLET}/scan-token`)).scan_token;
}

async function balanceOf(phone: Request): Promise<string> {
  const { wallet } = await phone(200, "GET", `${WALLET}/wallet`);
  return wallet.balances[0].amount;
}

async function demandBalance(wallet: Request, amount: string): Promise<void> {
  demandMembers({ balance: await balanceOf(wallet) }, { balance: amount });
}

/** Reads that of the one currency that there is. */
async function floatOf(admin: Request): Promise<{ float: string; difference: string }> {
  return (await admin(200, "GET", `${API}/admin/float`)).float[0];
}
