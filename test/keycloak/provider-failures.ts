// What becomes of registrations and counters whose calls to the identity provider fail.
import { API, type Play, type ProviderFault } from "./play.ts";
import { clientForm, demand, takeToken } from "./requests.ts";

const FAULTS: Record<ProviderFault, string> = {
  late: "takes effect after the response",
  refused: "is refused",
  failing: "gets a 5xx",
  lost: "takes effect without a response",
  malformed: "gets a malformed response",
};
/** More than a registration makes. */
const CALLS_MAX = 12;
const MERCHANTS_MAX = 100;

/** Returns what to play a minute later: that the sweep has removed what had to stay. */
export async function playFailures(play: Play, merchantToken: string): Promise<() => Promise<void>> {
  const { at, step, call } = play;
  const clientId: string = await step("a counter can be deactivated while the provider fails", async () => {
    const { counter, client_id } = await call(201, "POST", `${API}/counters`, merchantToken, {
      name: "Till 0",
    });
    const failing = at.failCall(1, "refused");
    await call(200, "DELETE", `${API}/counters/${counter.id}`, merchantToken);
    demand((await failing.end()) > 0, "the provider was not called");
    return client_id;
  });
  for (const [fault, text] of Object.entries(FAULTS) as [ProviderFault, string][]) {
    await step(`a registration can be repeated, whichever of its calls ${text}`, async () => {
      for (let number = 1; await failRegistration(play, number, fault); number++) {
        demand(number < CALLS_MAX, "a registration makes too many calls");
      }
    });
  }
  return () => playSweep(play, clientId);
}

/** Returns false when the registration did not make so many calls. */
async function failRegistration(
  { at, admin, call }: Play,
  number: number,
  fault: ProviderFault,
): Promise<boolean> {
  const before = await at.countAccess();
  const input = { email: `again-${crypto.randomUUID()}@example.com`, business_name: "Again" };
  const failing = at.failCall(number, fault);
  const first = await at.send(`${at.serviceUrl}${API}/register`, {
    method: "POST",
    headers: { Authorization: `Bearer ${admin}`, "Content-Type": "application/json" },
    body: JSON.stringify(input),
  });
  const wasReached = (await failing.end()) >= number;
  demand([201, 503].includes(first.status), `call ${number}: ${first.status}`);
  demand(wasReached || first.status === 201, "a registration failed without a fault");
  const merchant =
    first.status === 201 ? await first.json() : await call(201, "POST", `${API}/register`, admin, input);
  await takeToken(at, clientForm(merchant));
  const after = await at.countAccess();
  demand(after.users === before.users + 1, `call ${number}: a user is left`);
  // Only the sweep can know of a client that is made later.
  demand(fault === "late" || after.clients === before.clients + 1, `call ${number}: a client is left`);
  return wasReached;
}

async function playSweep({ at, step, admin, call }: Play, counterClientId: string): Promise<void> {
  const listLeftOver = async () => {
    const { merchants, total } = await call(200, "GET", `${API}/merchants?limit=${MERCHANTS_MAX}`, admin);
    demand(total <= MERCHANTS_MAX, "there are too many merchants");
    const known = new Set(merchants.map((merchant: { client_id: string }) => merchant.client_id));
    const isAbandoned = (id: string) => /^merchant-[0-9a-f]{8}-/.test(id) && !known.has(id);
    return (await at.clientIds()).filter((id) => isAbandoned(id) || id === counterClientId);
  };
  await step("the sweep has deleted the counter's client, and every one that was made late", async () => {
    const isDone = await at.isSoon(async () => (await listLeftOver()).length === 0);
    demand(isDone, `left over: ${await listLeftOver()}`);
  });
}
