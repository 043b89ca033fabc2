// Registrations and counters whose calls to the identity provider fail, one after the other.

import { API, type Play, type ProviderFault } from "./play.ts";
import { clientForm, demand, demandMembers, takeToken } from "./requests.ts";

const FAULTS: Record<ProviderFault, string> = {
  refused: "is refused",
  failing: "gets a 5xx",
  lost: "gets no response, although it took effect",
  malformed: "gets a response that is none",
};
/** More than a registration makes. */
const CALLS_MAX = 12;

export async function playFailures(play: Play): Promise<void> {
  for (const [fault, text] of Object.entries(FAULTS) as [ProviderFault, string][]) {
    await play.step(
      `a registration any of whose calls ${text} leaves nothing, and can be repeated`,
      async () => {
        for (let number = 1; await failRegistration(play, number, fault); number++) {
          demand(number < CALLS_MAX, "a registration makes too many calls");
        }
      },
    );
  }
}

/** False when the registration did not make so many calls. */
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
  const wasReached = failing.end() >= number;
  demand([201, 503].includes(first.status), `call ${number}: ${first.status}`);
  demand(wasReached || first.status === 201, "a registration failed without a fault");
  const merchant =
    first.status === 201 ? await first.json() : await call(201, "POST", `${API}/register`, admin, input);
  await takeToken(at, clientForm(merchant));
  const { clients, users } = before;
  demandMembers(await at.countAccess(), { clients: clients + 1, users: users + 1 });
  return wasReached;
}
