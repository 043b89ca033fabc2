import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { userLogin } from "./login-reports.ts";
import { readForm } from "./read-body.ts";
import { addressKeyOf, type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import {
  PASSWORD_LENGTH_MIN,
  type Page,
  passwordFormPage,
  passwordSetPage,
  unusableLinkPage,
} from "./setup-html.ts";
import { findSetupEmail, redeemSetupLink } from "./setup-link.ts";

const PASSWORD_LENGTH_MAX = 200;
const FORM_BYTES_MAX = 16 * 1024;

type Status = 200 | 400 | 404 | 410;

/** The page behind a setup link. Opening it changes nothing, because mail scanners open every link. */
export function createSetupPage(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();

  app.get("/", async (c) => {
    const email = await findSetupEmail(realm, keyOf(c));
    return email === null ? refuseLink(c) : show(c, passwordFormPage(email));
  });

  app.post("/", bodyLimit({ maxSize: FORM_BYTES_MAX, onError: refuseSize }), async (c) => {
    const key = keyOf(c);
    const email = await findSetupEmail(realm, key);
    if (email === null) return refuseLink(c);
    const form = await readForm(c.req);
    const password = form?.get("password") ?? "";
    const fault = findFault(password, form?.get("confirmation") ?? "");
    if (fault !== null) return show(c, passwordFormPage(email, fault), 400);
    const user = await redeemSetupLink(realm, key, password, addressKeyOf(c));
    if (user !== null) reporterOf(c)(userLogin("password.set", user));
    return user !== null ? show(c, passwordSetPage(email)) : refuseLink(c);
  });
  return app;
}

function keyOf(c: Context): string {
  return c.req.query("key") ?? "";
}

/** Counts code points, so that an emoji is one character. */
function findFault(password: string, confirmation: string): string | null {
  const { length } = [...password];
  if (length < PASSWORD_LENGTH_MIN) return `Use at least ${PASSWORD_LENGTH_MIN} characters.`;
  if (length > PASSWORD_LENGTH_MAX) return `Use at most ${PASSWORD_LENGTH_MAX} characters.`;
  return password === confirmation ? null : "The passwords do not match.";
}

function refuseLink(c: Context): Promise<Response> {
  return show(c, unusableLinkPage(), keyOf(c) === "" ? 404 : 410);
}

function refuseSize(c: Context): Response {
  return c.text("Payload Too Large", 413);
}

/** The headers stop the page from loading or leaking anything: its URL contains the key of the link. */
async function show(c: Context, page: Page, status: Status = 200): Promise<Response> {
  const nonce = crypto.randomUUID();
  c.header(
    "Content-Security-Policy",
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("X-Frame-Options", "DENY");
  c.header("X-Robots-Tag", "noindex");
  return c.html(page(nonce), status);
}
