// A stranger's flood must end in 429 for the stranger, and for nobody else.
import { Attempts } from "./attempts.ts";
import { randomAddress, send, sendForm, type Target } from "./requests.ts";
import { API, requestToken, type Shop, signIn, TOKEN_PATH } from "./shops.ts";

const REFUSED_TOKENS = 640;
const PUBLIC_READS = 140;
const WRONG_PASSWORDS = 20;
const AT_ONCE = 16;

export async function tryFloods(target: Target, victim: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const from = randomAddress();
  await lockOutClient(target, victim, from, attempts);
  await lockOutUser(target, victim, attempts);
  await hidePublicView(target, victim, from, attempts);
  const read = await send(target, "GET", `${API}/webhook`, { token: victim.token, from });
  attempts.noteStatus("the shop reads from the stranger's own address", read, 200);
  return attempts;
}

/** Refused requests that name the shop's client in every way a client can be named. */
async function lockOutClient(target: Target, { credentials }: Shop, from: string, attempts: Attempts) {
  const id = credentials.client_id;
  const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  const basic = (separator: string, name: string) => `Basic${separator}${btoa(`${name}:wrong`)}`;
  const grant = { grant_type: "client_credentials" };
  const requests = [
    () => requestToken(target, { client_id: id, client_secret: "wrong" }, { from }),
    () =>
      sendForm(target, TOKEN_PATH, { ...grant, client_id: id, client_secret: "x".repeat(20_000) }, { from }),
    () => sendForm(target, TOKEN_PATH, grant, { from, headers: { Authorization: basic("  ", id) } }),
    () => sendForm(target, TOKEN_PATH, grant, { from, headers: { Authorization: basic(" ", encoded) } }),
  ];
  const statuses = await flood(REFUSED_TOKENS, (index) =>
    (requests[index % requests.length] as () => Promise<{ status: number }>)(),
  );
  attempts.note(`${REFUSED_TOKENS} refused token requests`, !statuses.includes(429) && "never limited");
  const elsewhere = await requestToken(target, credentials, { from: randomAddress() });
  attempts.noteStatus("the right secret from elsewhere, meanwhile", elsewhere, 200);
}

async function lockOutUser(target: Target, { dashboard }: Shop, attempts: Attempts) {
  const from = randomAddress();
  const statuses = await flood(WRONG_PASSWORDS, () => signIn(target, dashboard.email, "wrong", { from }));
  attempts.note(`${WRONG_PASSWORDS} wrong passwords`, statuses.includes(200) && "signed in");
  const there = await signIn(target, dashboard.email, dashboard.password, { from });
  attempts.noteStatus("the right password at the stranger's address", there, 400, 401, 429);
  const elsewhere = await signIn(target, dashboard.email, dashboard.password);
  attempts.noteStatus("the right password elsewhere, meanwhile", elsewhere, 200);
}

async function hidePublicView(target: Target, { pending }: Shop, from: string, attempts: Attempts) {
  const path = `${API}/public/payment-intents/${pending}`;
  const statuses = await flood(PUBLIC_READS, async () => await send(target, "GET", path, { from }));
  attempts.note(`${PUBLIC_READS} public reads`, !statuses.includes(429) && "never limited");
  attempts.noteStatus("the customer's read, meanwhile", await send(target, "GET", path), 200);
}

/** Returns the statuses. */
export async function flood(
  count: number,
  request: (index: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  const worker = async () => {
    while (statuses.length < count) statuses.push((await request(statuses.length)).status);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return statuses;
}
