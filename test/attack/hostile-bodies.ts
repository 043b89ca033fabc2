// Bodies, filters and headers made to exhaust, confuse or inject. Each is refused, or stored and shown as plain text.
import { Attempts } from "./attempts.ts";
import { type Options, send, type Target } from "./requests.ts";
import { API, COUNTERS, INTENTS, type Shop, TOKEN_PATH } from "./shops.ts";

const KIB = 1024;
const SLOW_MS = 5_000;
const JSON_TYPE = { "Content-Type": "application/json" };

const nested = (depth: number) => `{"amount":1,"metadata":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;

const BODIES: Record<string, BodyInit> = {
  "70 KiB": JSON.stringify({ amount: 1, description: "a".repeat(70 * KIB) }),
  "20 MiB": "a".repeat(20 * KIB * KIB),
  "a 17 KiB metadata": JSON.stringify({ amount: 1, metadata: { a: "x".repeat(17 * KIB) } }),
  "metadata 65 deep": nested(65),
  "metadata 20,000 deep": nested(20_000),
  "brackets without an end": "[".repeat(60 * KIB),
  "half a body": '{"amount": 1',
  "two bodies": '{"amount": 1}{"amount": 2}',
  "bytes that are no UTF-8": new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
  "an amount of 1e400": '{"amount": 1e400}',
  "an amount of -0": '{"amount": -0}',
  "an amount with 17 digits": '{"amount": 0.30000000000000004}',
  "an amount as text": '{"amount": "1"}',
  "an amount as a list": '{"amount": [1]}',
  "an amount of NaN": '{"amount": NaN}',
  "an array": "[1]",
  "a null": "null",
  "a currency of SQL": `{"amount": 1, "currency": "U'--"}`,
  "a reordering character": '{"amount": 1, "description": "\\u202Etxt.exe"}',
  "a null character": '{"amount": 1, "reference": "a\\u0000b"}',
  "half a surrogate pair": '{"amount": 1, "description": "\\uD800"}',
};

const FILTERS = [
  "page=0",
  "page=-1",
  "page=1e9",
  "limit=101",
  "limit=1;DROP TABLE payment_intents",
  "status=completed' OR '1'='1",
  "created_from=2026-13-01",
  "counter_id=' OR 1=1 --",
  "cursor=AAAA",
  "cursor=%00",
  "page=1&page=2",
];

export async function tryHostileBodies(target: Target, _victim: Shop, { token }: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const refused = async (
    attempt: string,
    method: string,
    path: string,
    options: Options,
    ...statuses: number[]
  ) => {
    const startedAt = Date.now();
    const reply = await send(target, method, path, { token, ...options });
    attempts.noteStatus(attempt, reply, ...statuses);
    attempts.note(`time for ${attempt}`, Date.now() - startedAt > SLOW_MS && "took more than 5 s");
  };
  for (const [name, body] of Object.entries(BODIES))
    await refused(name, "POST", INTENTS, { body, headers: JSON_TYPE }, 400, 413);
  for (const filter of FILTERS)
    await refused(`list by ${filter}`, "GET", `${INTENTS}?${encodeURI(filter)}`, {}, 400);
  for (const id of ["..%2f..%2fetc", "%00", "'--", "a".repeat(5_000)])
    await refused(`intent ${id.slice(0, 20)}`, "GET", `${INTENTS}/${id}`, {}, 400, 404, 414);
  const text = { "Content-Type": "text/plain" };
  await refused("a body of text", "POST", INTENTS, { body: '{"amount":1}', headers: text }, 415);
  const key = { ...JSON_TYPE, "Idempotency-Key": "k".repeat(300) };
  await refused("a key of 300 characters", "POST", INTENTS, { body: '{"amount":1}', headers: key }, 400);
  await refused(
    "a form of 1 MiB",
    "POST",
    TOKEN_PATH,
    { body: new URLSearchParams({ a: "x".repeat(KIB * KIB) }) },
    400,
    413,
  );
  await tryPrototypes(target, token, attempts);
  return attempts;
}

/** Names with a meaning in JavaScript and HTML are stored and shown as they are. */
async function tryPrototypes(target: Target, token: string, attempts: Attempts): Promise<void> {
  const body = '{"amount":1,"metadata":{"__proto__":{"admin":true},"constructor":{"prototype":{"a":1}}}}';
  const created = await send(target, "POST", INTENTS, { token, body, headers: JSON_TYPE });
  attempts.noteStatus("metadata named __proto__", created, 201);
  attempts.note("metadata byte for byte", !created.text.includes('"__proto__":{"admin":true}') && "changed");
  const name = "<script>alert(1)</script>";
  const counter = await send(target, "POST", COUNTERS, { token, json: { name } });
  attempts.note("a name of HTML", counter.status === 201 && counter.json.counter.name !== name && "changed");
  const read = await send(target, "GET", `${API}/counters`, { token });
  const type = read.headers.get("Content-Type") ?? "";
  attempts.note("a list with HTML in it", !type.startsWith("application/json") && `sent as ${type}`);
}
