// A cash desk of the operator, through the tablet that is paired with it.
import { connectionFrom } from "#sdk/options.ts";
import { createTransport } from "#sdk/transport/transport.ts";
import { callAsAdmin } from "../merchant.ts";
import { BASE_URL } from "../service.ts";
import { type Clients, optionsFor, PATIENT_RETRIES } from "./clients.ts";
import type { Journal } from "./journal.ts";

const DESKS = "/merchant/api/v1/admin/desks";
/** No request is too large. */
const LIMIT = 100_000_000;
const LIMITS = { top_up_max: LIMIT, top_up_day: LIMIT, pay_out_max: LIMIT, pay_out_day: LIMIT };

export interface DeskMovement {
  id: string;
  amount_minor: number;
  currency: string;
}

type PostToDesk = (
  path: string,
  body: object,
  idempotencyKey?: string,
) => Promise<{ movement: DeskMovement }>;

export interface Desk {
  /** The desk's name in the journal. */
  actor: string;
  currency: string;
  clients: Clients<PostToDesk>;
}

export async function openDesk(journal: Journal, currency: string): Promise<Desk> {
  const { desk } = await callAsAdmin<{ desk: { id: string } }>("POST", DESKS, {
    name: "Desk",
    currency,
    ...LIMITS,
  });
  const path = `${DESKS}/${desk.id}/pairings`;
  const { pairing } = await callAsAdmin<{ pairing: { code: string } }>("POST", path);
  const headers = { Cookie: await pairTablet(pairing.code), Origin: BASE_URL };
  const actor = `desk-${desk.id}`;
  const clientFor = (retries: number): PostToDesk => {
    const options = optionsFor(journal, { clientId: actor, clientSecret: "" }, retries);
    const { send } = createTransport(connectionFrom(options), null);
    return (to, body, idempotencyKey) =>
      send("POST", to, { body, headers, ...(idempotencyKey !== undefined && { idempotencyKey }) });
  };
  return { actor, currency, clients: { patient: clientFor(PATIENT_RETRIES), hasty: clientFor(0) } };
}

/** The cookie. */
async function pairTablet(code: string): Promise<string> {
  const headers = { Origin: BASE_URL, "Content-Type": "application/json" };
  const body = JSON.stringify({ code });
  const paired = await fetch(`${BASE_URL}/desk/session/pair`, { method: "POST", headers, body });
  const [cookie] = paired.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`the tablet was not paired: ${await paired.text()}`);
  return cookie.replace(/;.*/, "");
}
