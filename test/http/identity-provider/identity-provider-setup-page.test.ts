import { describe, expect, it } from "vitest";
import { startProvider } from "../../support/identity-provider.ts";
import { addUser, callRealm, makeLink, readStoredUser } from "../../support/identity-provider-users.ts";
import {
  expectInvalidGrant,
  keyOf,
  PASSWORD,
  postKey,
  signIn,
  submitPassword,
} from "../../support/logins.ts";
import { SETUP_PAGE_PATH, USERS_PATH } from "../../support/paths.ts";

const HOUR_MS = 3_600_000;
const provider = startProvider();

function providerLater(milliseconds: number) {
  const now = Date.now() + milliseconds;
  return startProvider({ now: () => now });
}

async function startSetup() {
  const user = await addUser(provider);
  return { ...user, link: await makeLink(provider, user.id) };
}

async function expectUnusable(response: Response, status = 410): Promise<void> {
  expect(response.status).toBe(status);
  const page = await response.text();
  expect(page).toContain("This link does not work");
  expect(page).toContain("ask the platform administrator");
  expect(page).not.toContain("<form");
}

describe("GET /realms/payment-platform/login-actions/action-token", () => {
  it("shows a form for the link's user each time it is opened", async () => {
    const { link, email } = await startSetup();
    expect(link).toMatch(
      /^http:\/\/payments\.test\/realms\/payment-platform\/login-actions\/action-token#key=[\w-]{43}$/,
    );
    for (let visit = 0; visit < 3; visit++) {
      const response = await postKey(provider, link);
      expect(response.status).toBe(200);
      const page = await response.text();
      expect(page).toContain('<html lang="en" dir="ltr">');
      expect(page).toContain('name="viewport"');
      expect(page).toContain(`value="${email}"`);
      expect(page).toContain(`<input type="hidden" name="key" value="${keyOf(link)}">`);
      for (const field of ["username", "password", "confirmation"]) {
        expect(page).toContain(`<label for="${field}">`);
        expect(page).toContain(`id="${field}" name="${field}"`);
      }
    }
    expect((await submitPassword(provider, link, PASSWORD)).status).toBe(200);
  });

  it("shows the same page for every link, which learns nothing of the key", async () => {
    const { link } = await startSetup();
    const response = await provider.request(link);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('<label for="key">Setup link</label>');
    expect(page).not.toContain(keyOf(link));
  });

  it.each(["whole", "spaced"])("accepts a pasted link, %s", async (kind) => {
    const { link, email } = await startSetup();
    const body = new URLSearchParams({ key: kind === "whole" ? link : ` ${keyOf(link)}\n` });
    const response = await provider.request(SETUP_PAGE_PATH, { method: "POST", body });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`value="${email}"`);
  });

  it("is in the user's language, and in any other without the key in an address", async () => {
    const { id } = await addUser(provider, { locale: ["de"], business_name: ["Rosa & Söhne"] });
    const link = await makeLink(provider, id);
    expect(link).toMatch(/\/action-token\?ui_locales=de#key=[\w-]{43}$/);
    const body = new URLSearchParams({ key: keyOf(link) });
    const page = await (await provider.request(link, { method: "POST", body })).text();
    expect(page).toContain('<html lang="de" dir="ltr">');
    expect(page).toContain('<p class="shop"><bdi>Rosa &amp; Söhne</bdi></p>');
    expect(page).toContain('<button formaction="?ui_locales=ar" lang="ar" >العربية</button>');
    expect(page.match(new RegExp(keyOf(link), "g"))).toHaveLength(2);
  });

  it("loads only the service's own files, is not cached and sends no referrer", async () => {
    const { link } = await startSetup();
    const response = await postKey(provider, link);
    const page = await response.text();
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/html; charset=UTF-8",
      "content-security-policy":
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self'",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(page).not.toMatch(/https?:|<script|<style|<img|style="/);
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
    expect(loaded).toEqual(["/pages/favicon.svg", "/pages/pages.css"]);
  });

  it("escapes what it shows", async () => {
    const email = `o'neil+${crypto.randomUUID()}@shop.test`;
    const created = await callRealm(provider, "POST", USERS_PATH, { email });
    const link = await makeLink(provider, (created.headers.get("Location") ?? "").split("/").at(-1) ?? "");
    const page = await (await postKey(provider, link)).text();
    expect(page).toContain(email.replace("'", "&#39;"));
    expect(page).not.toContain(email);
  });

  it.each([
    ["an unknown key", "A".repeat(43)],
    ["markup for a key", "<script>"],
  ])("responds to %s with a page that says what to do", async (_, key) => {
    for (const fields of [{ key }, { key, password: PASSWORD, confirmation: PASSWORD }]) {
      const init = { method: "POST", body: new URLSearchParams(fields) };
      await expectUnusable(await provider.request(SETUP_PAGE_PATH, init));
    }
  });

  it.each([{}, { key: "" }, { password: PASSWORD }])(
    "asks for the link when %j is posted",
    async (fields) => {
      const init = { method: "POST", body: new URLSearchParams(fields) };
      const response = await provider.request(SETUP_PAGE_PATH, init);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("Setup link");
    },
  );

  it("works for 72 hours", async () => {
    const { link } = await startSetup();
    expect((await postKey(providerLater(72 * HOUR_MS - 60_000), link)).status).toBe(200);
    const expired = providerLater(72 * HOUR_MS);
    await expectUnusable(await postKey(expired, link));
    await expectUnusable(await submitPassword(expired, link, PASSWORD));
  });

  it("becomes invalid when a new link is made", async () => {
    const { id, email, link } = await startSetup();
    const newLink = await makeLink(provider, id);
    await expectUnusable(await postKey(provider, link));
    await expectUnusable(await submitPassword(provider, link, "the old link's own password"));
    expect((await submitPassword(provider, newLink, PASSWORD)).status).toBe(200);
    expect((await signIn(provider, email)).status).toBe(200);
  });

  it("becomes invalid when the user is disabled", async () => {
    const { id, link } = await startSetup();
    await callRealm(provider, "PUT", `${USERS_PATH}/${id}`, { enabled: false });
    await expectUnusable(await postKey(provider, link));
    await expectUnusable(await submitPassword(provider, link, PASSWORD));
  });
});

describe("POST /realms/payment-platform/login-actions/action-token", () => {
  it("sets the password once", async () => {
    const { email, link } = await startSetup();
    const response = await submitPassword(provider, link, PASSWORD);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.text()).toContain("Your password is set");
    await expectUnusable(await postKey(provider, link));
    await expectUnusable(await submitPassword(provider, link, "another password instead"));
    expect((await signIn(provider, email)).status).toBe(200);
    await expectInvalidGrant(await signIn(provider, email, "another password instead"));
  });

  it("lets one of several concurrent requests win", async () => {
    const { email, link } = await startSetup();
    const passwords = ["the first password", "the second password", "the third password"];
    const responses = await Promise.all(
      passwords.map((password) => submitPassword(provider, link, password)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const winner = responses.findIndex(({ status }) => status === 200);
    for (const [index, password] of passwords.entries()) {
      const { status } = await signIn(provider, email, password);
      expect(status, password).toBe(index === winner ? 200 : 400);
    }
  });

  it.each([
    ["11 characters", "a".repeat(11), "a".repeat(11), "Use at least 12 characters."],
    ["201 characters", "a".repeat(201), "a".repeat(201), "Use at most 200 characters."],
    [
      "six emojis, which are twelve code units",
      "😀".repeat(6),
      "😀".repeat(6),
      "Use at least 12 characters.",
    ],
    ["two that differ", PASSWORD, `${PASSWORD} `, "The passwords do not match."],
  ])("returns 400 for %s and lets the user try again", async (_, password, confirmation, fault) => {
    const { link } = await startSetup();
    const response = await submitPassword(provider, link, password, confirmation);
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain(`<p class="fault" role="alert" id="fault">${fault}`);
    expect(page).toContain("<form");
    expect((await submitPassword(provider, link, PASSWORD)).status).toBe(200);
  });

  it.each([
    ["200 characters", "Zwölf Boxkämpfer jagen ".repeat(9).slice(0, 200)],
    ["any script, spaces and markup", ' <b>"пароль" & 密码密码 '],
  ])("accepts %s unchanged", async (_, password) => {
    const { email, link } = await startSetup();
    expect((await submitPassword(provider, link, password)).status).toBe(200);
    expect((await signIn(provider, email, password)).status).toBe(200);
    await expectInvalidGrant(await signIn(provider, email, password.slice(0, -1)));
  });

  it("refuses a body of another type and one that is too large", async () => {
    const { email, link } = await startSetup();
    const json = JSON.stringify({ password: PASSWORD, confirmation: PASSWORD });
    const headers = { "Content-Type": "application/json" };
    expect((await provider.request(SETUP_PAGE_PATH, { method: "POST", headers, body: json })).status).toBe(
      400,
    );
    expect((await submitPassword(provider, link, "x".repeat(17_000))).status).toBe(413);
    expect(await readStoredUser(email)).toMatchObject({ password_hash: null });
  });

  it("stores neither the key nor the password", async () => {
    const { email, link } = await startSetup();
    const key = keyOf(link);
    expect(await readStoredUser(email)).toMatchObject({
      setup_key_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      password_hash: null,
    });
    expect(JSON.stringify(await readStoredUser(email))).not.toContain(key);
    await submitPassword(provider, link, PASSWORD);
    const stored = await readStoredUser(email);
    expect(stored).toMatchObject({
      setup_key_hash: null,
      setup_expires_at: null,
      password_hash: expect.stringMatching(/^\$pbkdf2-sha256\$i=100000\$[\w+/]{22}==\$[\w+/]{43}=$/),
    });
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
  });
});
