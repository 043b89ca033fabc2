import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { userLogin } from "./login-reports.ts";
import { findPasswordFault } from "./password-rules.ts";
import { readForm } from "./read-body.ts";
import { addressKeyOf, type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import {
  openLinkPage,
  type Page,
  passwordFormPage,
  passwordSetPage,
  unusableLinkPage,
} from "./setup-html.ts";
import { findLinkOwner, redeemSetupLink } from "./setup-link.ts";

const FORM_BYTES_MAX = 16 * 1024;

type Status = 200 | 400 | 410;

/**
 * The page behind a setup link. Opening it changes nothing, because mail scanners open every link. The key comes in the
 * form, or in the query of a link that was made before keys moved to the fragment, which works until it expires.
 */
export function createSetupPage(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();

  app.get("/", async (c) => {
    const key = c.req.query("key");
    if (key === undefined) return show(c, openLinkPage());
    const owner = await findLinkOwner(realm, key);
    return owner === null ? refuseLink(c) : show(c, passwordFormPage(owner.email, key));
  });

  app.post("/", bodyLimit({ maxSize: FORM_BYTES_MAX, onError: refuseSize }), async (c) => {
    const form = await readForm(c.req);
    const key = keyIn(form?.get("key") ?? c.req.query("key") ?? "");
    if (form === null || key === "") return show(c, openLinkPage(), 400);
    const owner = await findLinkOwner(realm, key);
    if (owner === null) return refuseLink(c);
    const password = form.get("password");
    if (password === null) return show(c, passwordFormPage(owner.email, key));
    const fault =
      findPasswordFault(password, owner) ??
      (password === form.get("confirmation") ? null : "The passwords do not match.");
    if (fault !== null) return show(c, passwordFormPage(owner.email, key, fault), 400);
    const user = await redeemSetupLink(realm, key, password, addressKeyOf(c));
    if (user === null) return refuseLink(c);
    reporterOf(c)(userLogin("password.set", user));
    return show(c, passwordSetPage(owner.email));
  });
  return app;
}

/** The key in what the user has pasted: the key itself or the whole link. */
function keyIn(pasted: string): string {
  const [, key = pasted] = /[#?]key=(.*)$/.exec(pasted) ?? [];
  return key.trim();
}

function refuseLink(c: Context): Promise<Response> {
  return show(c, unusableLinkPage(), 410);
}

function refuseSize(c: Context): Response {
  return c.text("Payload Too Large", 413);
}

/** The headers stop the page from loading or leaking anything: it holds the key of the link. */
async function show(c: Context, page: Page, status: Status = 200): Promise<Response> {
  const nonce = crypto.randomUUID();
  c.header(
    "Content-Security-Policy",
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("X-Frame-Options", "DENY");
  c.header("X-Robots-Tag", "noindex");
  return c.html(page(nonce), status);
}
