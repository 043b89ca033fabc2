// The trail of another merchant, what a merchant's own trail says about administrators, and a flood of entries.
import { Attempts } from "./attempts.ts";
import { flood } from "./floods.ts";
import { type Json, randomAddress, send, type Target } from "./requests.ts";
import { API, fetchAdminToken, must, pullLever, requestToken, type Shop, signIn } from "./shops.ts";

const TRAIL = `${API}/audit-trail`;
const FAILURES = 240;
/** Five callers and one entry for all others, with each of three kinds of failure. */
const ENTRIES_PER_MINUTE_MAX = 18;
const FAILED = ["login.failed", "login.locked_out", "client_login.failed"];
const MINUTE_MS = 60_000;

export async function tryAuditTrail(target: Target, victim: Shop, attacker: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  await tryForeignEntries(target, victim, attacker, attempts);
  const reason = `Reported by ${crypto.randomUUID()}`;
  await pullLever(target, attacker, "stop-refunds", { reason });
  await pullLever(target, attacker, "allow-refunds");
  const own = await readEntries(target, TRAIL, attacker.token);
  const stopped = own.filter(({ action }: Json) => action === "refunds.stopped");
  attempts.note("the merchant's own entry", stopped.length !== 1 && `is there ${stopped.length} times`);
  for (const secret of [reason, target.admin.clientId, "127.0.0.1"])
    attempts.note("the administrator behind it", JSON.stringify(stopped).includes(secret) && "is shown");
  await floodTrail(target, victim, attempts);
  return attempts;
}

async function tryForeignEntries(
  target: Target,
  victim: Shop,
  attacker: Shop,
  attempts: Attempts,
): Promise<void> {
  const { next_cursor: cursor } = await must(target, "GET", `${TRAIL}?limit=2`, { token: victim.token });
  for (const query of ["?limit=100", `?limit=100&cursor=${cursor}`, `?merchant_id=${victim.merchantId}`]) {
    for (const { token } of [attacker, attacker.dashboard, attacker.counter]) {
      const { text } = await send(target, "GET", TRAIL + query, { token });
      const shown = victim.privateTexts.find((own) => text.replaceAll(query, "").includes(own));
      attempts.note(`GET ${TRAIL}${query}`, shown && `shows ${shown}`);
    }
  }
}

/** Each from its own address, against a user, a client and unknown names. */
async function floodTrail(
  target: Target,
  { dashboard, credentials }: Shop,
  attempts: Attempts,
): Promise<void> {
  const since = new Date(Date.now() - (Date.now() % MINUTE_MS));
  const tries = [
    () => signIn(target, dashboard.email, "wrong"),
    () => signIn(target, `${crypto.randomUUID()}@example.com`, "wrong"),
    () => requestToken(target, { ...credentials, client_secret: "wrong" }, { from: randomAddress() }),
    () => requestToken(target, { client_id: crypto.randomUUID(), client_secret: "wrong" }),
  ];
  await flood(FAILURES, (index) => (tries[index % tries.length] as (typeof tries)[0])());
  const token = await fetchAdminToken(target);
  const entries: Json[] = [];
  for (const action of FAILED)
    entries.push(
      ...(await readEntries(
        target,
        `${API}/admin/audit-trail?action=${action}&created_from=${since.toISOString()}`,
        token,
      )),
    );
  const byMinute = Map.groupBy(entries, ({ created_at }) => created_at.slice(0, 16));
  const most = Math.max(...[...byMinute.values()].map(({ length }) => length));
  attempts.note(`${FAILURES} failed logins`, most > ENTRIES_PER_MINUTE_MAX && `${most} entries in a minute`);
  const counted = entries.reduce((sum, { occurrences }) => sum + occurrences, 0);
  attempts.note("failures counted", counted < FAILURES && `only ${counted} of ${FAILURES}`);
}

async function readEntries(target: Target, path: string, token: string): Promise<Json[]> {
  const entries: Json[] = [];
  let cursor = "";
  do {
    const page = await must(target, "GET", `${path}${path.includes("?") ? "&" : "?"}limit=100${cursor}`, {
      token,
    });
    entries.push(...page.entries);
    cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`;
  } while (cursor !== "");
  return entries;
}
