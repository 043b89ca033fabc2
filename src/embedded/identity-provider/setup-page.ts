import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { chooseLanguage, type Language } from "../../pages/languages.ts";
import type { Html } from "../../pages/layout.tsx";
import { formPagePolicy } from "../../pages/policy.ts";
import {
  openLinkPage,
  type PasswordForm,
  passwordFormPage,
  passwordSetPage,
  unusableLinkPage,
} from "../../pages/sign-in/set-up.tsx";
import { userLogin } from "./login-reports.ts";
import { findPasswordFault, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "./password-rules.ts";
import { readForm } from "./read-body.ts";
import { addressKeyOf, type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
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
    if (key === undefined) return show(c, openLinkPage);
    const owner = await findLinkOwner(realm, key);
    return owner === null ? refuseLink(c) : showForm(c, { email: owner.email, key });
  });

  app.post("/", bodyLimit({ maxSize: FORM_BYTES_MAX, onError: refuseSize }), async (c) => {
    const form = await readForm(c.req);
    const key = keyIn(form?.get("key") ?? c.req.query("key") ?? "");
    if (form === null || key === "") return show(c, openLinkPage, 400);
    const owner = await findLinkOwner(realm, key);
    if (owner === null) return refuseLink(c);
    const password = form.get("password");
    const { email } = owner;
    if (password === null) return showForm(c, { email, key });
    const isConfirmed = password === form.get("confirmation");
    const fault = findPasswordFault(password, owner) ?? (isConfirmed ? null : "different");
    if (fault !== null) return showForm(c, { email, key, fault }, 400);
    const user = await redeemSetupLink(realm, key, password, addressKeyOf(c));
    if (user === null) return refuseLink(c);
    reporterOf(c)(userLogin("password.set", user));
    return show(c, passwordSetPage);
  });
  return app;
}

/** The key in what the user has pasted: the key itself or the whole link. */
function keyIn(pasted: string): string {
  const [, key = pasted] = /[#?]key=(.*)$/.exec(pasted) ?? [];
  return key.trim();
}

function refuseLink(c: Context): Promise<Response> {
  return show(c, unusableLinkPage, 410);
}

function showForm(
  c: Context,
  form: Omit<PasswordForm, "min" | "max">,
  status: Status = 200,
): Promise<Response> {
  const limits = { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX };
  return show(c, (language) => passwordFormPage(language, { ...form, ...limits }), status);
}

function refuseSize(c: Context): Response {
  return c.text("Payload Too Large", 413);
}

/** The headers stop the page from loading or leaking anything to another site: it holds the key of the link. */
async function show(c: Context, page: (language: Language) => Html, status: Status = 200): Promise<Response> {
  c.header("Content-Security-Policy", `${formPagePolicy()}; script-src 'self'`);
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("X-Frame-Options", "DENY");
  const language = chooseLanguage(c.req.query("ui_locales"), c.req.header("Accept-Language"));
  return c.html(page(language), status);
}
