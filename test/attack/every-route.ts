// Every operation of the document, called by everyone who is not authorized, with the ids of the attacked shop.
import { Attempts } from "./attempts.ts";
import { type Operation, readOperations, requestOf } from "./operations.ts";
import { type Reply, send, type Target } from "./requests.ts";
import { API, INTENTS, must, rotateCredentials, type Shop, WALLET } from "./shops.ts";

/** Anyone who knows an intent's id may try to pay it; `races.ts` and `expectUnpaid` cover the rest. */
const OPEN_TO_CUSTOMERS = "confirmPayment";
/** Any customer may block any merchant. */
const ABOUT_THE_CALLER = new Set(["blockMerchant", "unblockMerchant"]);
/** Deliveries to the shop's address go on, and change it. */
const HEALTH = new Set(["health", "webhook_health"]);

export async function tryEveryRoute(target: Target, victim: Shop, attacker: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const before = await readState(target, victim);
  const callers: Record<string, string> = {
    "another merchant": attacker.token,
    "another merchant's user": attacker.dashboard.token,
    "another merchant's counter": attacker.counter.token,
    "another customer": attacker.customer.token,
  };
  for (const operation of await readOperations(target)) {
    if (!operation.needsToken) continue;
    for (const [caller, token] of Object.entries(callers)) {
      const attempt = `${operation.method} ${operation.path} by ${caller}`;
      attempts.note(attempt, await findLeak(target, operation, token, victim));
    }
  }
  await undoOwnCommands(target, attacker);
  for (const [attempt, fault] of await tryForeignReferences(target, victim, attacker))
    attempts.note(attempt, fault);
  const after = await readState(target, victim);
  for (const [name, state] of Object.entries(after))
    attempts.note(`${name} of the attacked shop`, state !== before[name] && "changed");
  return attempts;
}

/** The attacker has also replaced its own secret, and made its own ledger slow, as any merchant of the sandbox may. */
async function undoOwnCommands(target: Target, attacker: Shop): Promise<void> {
  await rotateCredentials(target, attacker);
  await must(target, "PUT", "/sandbox/v1/faults", { token: attacker.token, json: { faults: [] } });
}

/** The foreign id must get the response of an unknown one, and no response may contain anything of the shop. */
async function findLeak(target: Target, operation: Operation, token: string, victim: Shop) {
  const { method, path, json } = requestOf(operation, victim);
  const foreign = await send(target, method, path, { token, json });
  const shown = shownOf(foreign.text.replaceAll(path, ""), victim);
  if (operation.id === OPEN_TO_CUSTOMERS) return foreign.status < 300 ? "paid" : null;
  if (shown !== null) return `shows ${shown}`;
  if (!operation.path.includes("{") || ABOUT_THE_CALLER.has(operation.id)) return null;
  const unknownId = crypto.randomUUID();
  const unknown = requestOf(operation, victim, unknownId);
  const missing = await send(target, method, unknown.path, { token, json });
  if (foreign.status < 300) return `succeeds with ${foreign.status}`;
  return comparable(foreign) === comparable(missing) ? null : `differs from an unknown id: ${foreign.text}`;
}

function shownOf(text: string, victim: Shop): string | null {
  return victim.privateTexts.find((own) => text.includes(own)) ?? null;
}

function comparable({ status, json }: Reply): string {
  return JSON.stringify([status, { ...json, request_id: "" }]);
}

/** The shop's ids where a request refers to something: bodies, filters and cursors. */
async function tryForeignReferences(target: Target, victim: Shop, { token, customer }: Shop) {
  const counter_id = victim.counter.id;
  const refused: [string, string, object?][] = [
    ["POST", INTENTS, { amount: 1, counter_id }],
    ["POST", `${API}/scan-payment`, { amount: 1, counter_id, scan_token: customer.walletId }],
  ];
  const silent: [string, string, object?][] = [
    ["GET", `${INTENTS}?limit=100&counter_id=${counter_id}`],
    ["GET", `${INTENTS}?limit=100&reference=victim-reference`],
    ["GET", `${INTENTS}?limit=100&cursor=${victim.pending}`],
    ["GET", `${API}/transactions?limit=100&merchant_id=${victim.merchantId}`],
    ["GET", `${API}/webhook-deliveries?limit=100&payment_intent_id=${victim.paid}`],
    ["GET", `${API}/webhook-deliveries?limit=100&endpoint=${counter_id}`],
    ["GET", `${API}/events?limit=100&after=${victim.deliveryId}`],
    [
      "POST",
      `${API}/webhook-deliveries/recover`,
      { since: "2020-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" },
    ],
    ["PUT", `${API}/webhook`, { url: "https://attacker.example.com/", merchant_id: victim.merchantId }],
  ];
  const results: [string, string | null][] = [];
  for (const [method, path, json] of [...refused, ...silent]) {
    const isRefused = results.length < refused.length;
    const { status, text } = await send(target, method, path, { token, json });
    const echoed = [path, counter_id].reduce((rest, part) => rest.replaceAll(part, ""), text);
    const shown = shownOf(isRefused ? echoed : text.replaceAll(path, ""), victim);
    const fault = isRefused && status < 400 ? `succeeds with ${status}` : shown && `shows ${shown}`;
    results.push([`${method} ${path}`, fault]);
  }
  return results;
}

/** What the shop and its customer see. */
export async function readState(target: Target, { token, customer }: Shop): Promise<Record<string, string>> {
  const read = async (path: string, by = token) =>
    JSON.stringify(await must(target, "GET", path, { token: by }), (name, value) =>
      HEALTH.has(name) ? null : value,
    );
  return {
    intents: await read(`${INTENTS}?limit=100`),
    counters: await read(`${API}/counters`),
    "webhook settings": await read(`${API}/webhook`),
    transactions: await read(`${API}/transactions?limit=100`),
    approvals: await read(`${WALLET}/approvals`, customer.token),
    wallet: await read(`${WALLET}/wallet`, customer.token),
  };
}
