// A new password for a user of the embedded provider, and how often a person may try at its pages.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../src/db/client.ts";
import { createIdentityProvider } from "../../../src/embedded/identity-provider/app.ts";
import { ADMIN, type Provider, startProvider } from "../../support/identity-provider.ts";
import { addUser, addUserWithPassword, makeLink } from "../../support/identity-provider-users.ts";
import { keyOf, PASSWORD, submitPassword } from "../../support/logins.ts";
import { REALM_PATH, SETUP_PAGE_PATH } from "../../support/paths.ts";
import { closedLimiter, fromAddress, newAddress, startService } from "../../support/rate-limits.ts";

const AUTH_PATH = `${REALM_PATH}/protocol/openid-connect/auth`;
const FORGOTTEN_PATH = `${AUTH_PATH}/forgotten-password`;

async function ask(provider: Provider, email: string) {
  const body = new URLSearchParams({ username: email });
  const response = await provider.request(FORGOTTEN_PATH, { method: "POST", body });
  return { status: response.status, text: await response.text() };
}

describe("a forgotten password", () => {
  it("gets the same response whoever asks", async () => {
    const provider = startProvider();
    const { email } = await addUserWithPassword(provider);
    const known = await ask(provider, email);
    expect(known).toEqual(await ask(provider, "nobody@shop.test"));
    expect(known.text).toContain("If there is an account with this address");
    expect(known.text).not.toContain("key=");
  });

  it("gets a link at once where the service runs on the person's own machine", async () => {
    const publicUrl = "http://localhost:8787";
    const local = createIdentityProvider({
      db: openDatabase(env.DB),
      publicUrl,
      masterKeys: [env.MASTER_KEY],
      admin: ADMIN,
    });
    const { email } = await addUserWithPassword(startProvider());
    const link = /href="(http[^"]+key=[^"]+)"/.exec((await ask(local, email)).text)?.[1] ?? "";
    expect(link.startsWith(`${publicUrl}${REALM_PATH}/login-actions/action-token#key=`)).toBe(true);
    expect((await submitPassword(local, link, "a new and long password")).status).toBe(200);
  });
});

describe("the provider's pages", () => {
  it("behind a setup link speak the language of the browser", async () => {
    const provider = startProvider();
    const key = keyOf(await makeLink(provider, (await addUser(provider)).id));
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ key, ...fields });
      const init = { method: "POST", headers: { "Accept-Language": "de" }, body };
      return await (await provider.request(SETUP_PAGE_PATH, init)).text();
    };
    expect(await post({})).toContain("Legen Sie Ihr Passwort fest");
    expect(await post({ password: "kurz" })).toContain("Verwenden Sie mindestens 12 Zeichen.");
    expect(await post({ password: PASSWORD, confirmation: PASSWORD })).toContain("ist festgelegt");
    expect(await post({})).toContain("Dieser Link funktioniert nicht");
  });

  it.each([AUTH_PATH, FORGOTTEN_PATH])("count failures against the address: %s", async (path) => {
    const send = startService({ LIMIT_TOKEN_FAILURES: closedLimiter() });
    const body = new URLSearchParams({ username: "nobody@shop.test", password: "wrong" });
    const response = await send(path, { method: "POST", body, ...fromAddress(newAddress()) });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await response.text()).toContain("Too many attempts");
  });
});
