// The links with which users set their passwords, and the passwords that they may set.
import { Attempts } from "./attempts.ts";
import { type Reply, send, sendForm, type Target } from "./requests.ts";
import { API, fetchAdminToken, must, signIn } from "./shops.ts";

const PASSWORD = "Zwiebel-Trompete-49-Kanu";
const KEYS = 50;

interface Link {
  path: string;
  key: string;
}

export async function trySetupLinks(target: Target): Promise<Attempts> {
  const attempts = new Attempts();
  const token = await fetchAdminToken(target);
  const email = `marmalade-${crypto.randomUUID()}@example.com`;
  const registration = { email, business_name: "Quincunx Trading" };
  const merchant = await must(target, "POST", `${API}/register`, { token, json: registration });
  attempts.note("the link's key", !isInFragment(merchant.setup_url) && "is sent to servers, and so to logs");
  const first = linkOf(merchant.setup_url);
  const renewed = await must(target, "POST", `${API}/merchants/${merchant.merchant_id}/setup-link`, {
    token,
  });
  const link = linkOf(renewed.setup_url);
  attempts.noteStatus("a replaced link", await setPassword(target, first, PASSWORD), 410);
  await tryKeys(target, link, email, attempts);
  await tryWeakPasswords(target, link, email, attempts);

  const setters = [PASSWORD, `${PASSWORD}-2`, `${PASSWORD}-3`];
  const replies = await Promise.all(setters.map((password) => setPassword(target, link, password)));
  const winners = setters.filter((_, index) => replies[index]?.status === 200);
  attempts.note("a link used by three at once", winners.length !== 1 && `worked ${winners.length} times`);
  attempts.noteStatus("a used link", await setPassword(target, link, `${PASSWORD}-4`), 410);
  attempts.noteStatus("opening a used link", await sendForm(target, link.path, { key: link.key }), 410);
  for (const password of [...setters, `${PASSWORD}-4`]) {
    const statuses = winners.includes(password) ? [200] : [400, 401];
    attempts.noteStatus("a login", await signIn(target, email, password), ...statuses);
  }
  return attempts;
}

function isInFragment(url: string): boolean {
  const { search, pathname, hash } = new URL(url);
  const key = /key=([\w-]{43,})/.exec(hash)?.[1];
  return key !== undefined && !search.includes(key) && !pathname.includes(key);
}

function linkOf(url: string): Link {
  const { pathname, hash } = new URL(url);
  return { path: pathname, key: new URLSearchParams(hash.slice(1)).get("key") ?? "" };
}

async function setPassword(target: Target, { path, key }: Link, password: string): Promise<Reply> {
  return await sendForm(target, path, { key, password, confirmation: password });
}

/** Tries keys other than the link's, and the link's own in other forms. */
async function tryKeys(
  target: Target,
  { path, key }: Link,
  email: string,
  attempts: Attempts,
): Promise<void> {
  const random = Array.from({ length: KEYS }, () =>
    btoa(crypto.randomUUID()).replaceAll("=", "").slice(0, 43),
  );
  for (const other of [...random, key.slice(0, -1), `${key}A`, key.toLowerCase(), "' OR 1=1 --", "%"])
    attempts.noteStatus("another key", await setPassword(target, { path, key: other }, PASSWORD), 410);
  const opened = await send(target, "GET", path);
  attempts.note("the page without a key", opened.text.includes(email) && "shows whose link it is");
}

async function tryWeakPasswords(
  target: Target,
  link: Link,
  email: string,
  attempts: Attempts,
): Promise<void> {
  const weak = [
    "",
    "Ab3!xyz",
    "password1234",
    "P4ssw0rd!2026",
    "qwertyuiop[]",
    "123456789012",
    "aaaaaaaaaaaaaaaa",
    "abcabcabcabcabc",
    email,
    "quincunxtrading1",
    "a".repeat(201),
  ];
  for (const password of weak) {
    const reply = await setPassword(target, link, password);
    attempts.noteStatus(`the password "${password.slice(0, 20)}"`, reply, 400);
  }
  const form = { key: link.key, password: PASSWORD, confirmation: `${PASSWORD}!` };
  attempts.noteStatus("two passwords that differ", await sendForm(target, link.path, form), 400);
}
