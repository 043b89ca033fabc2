import { type Context, Hono } from "hono";
import type { Language } from "#pages/languages.ts";
import type { Html } from "#pages/layout.ts";
import {
  openLinkPage,
  type PasswordForm,
  passwordFormPage,
  passwordSetPage,
  unusableLinkPage,
} from "#pages/sign-in/set-up.ts";
import { beginFirstSignIn } from "./after-setup.ts";
import { limitedForm, readForm } from "./forms.ts";
import { userLogin } from "./login-reports.ts";
import { lookUp, type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import { findLinkOwner, redeemSetupLink } from "./setup-link.ts";
import { showPage } from "./show-page.ts";
import { shopOf } from "./users.ts";

type Status = 200 | 400 | 410;

const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 200;

/** The page behind a setup link. Opening it changes nothing, because mail scanners open every link. The key comes in the form. */
export function createSetupPage(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  const ownerOf = (c: Context<ProviderEnv>, key: string) =>
    lookUp(c, "setup link", key, (keyHash) => findLinkOwner(realm, keyHash));

  app.get("/", (c) => show(c, openLinkPage));

  app.post("/", limitedForm, async (c) => {
    const form = await readForm(c.req);
    const key = keyIn(form?.get("key") ?? "");
    if (form === null || key === "") return show(c, openLinkPage, 400);
    const found = await ownerOf(c, key);
    if (!found.ok) return c.body(null, 429);
    const owner = found.value;
    if (owner === null) return show(c, unusableLinkPage, 410);
    const password = form.get("password");
    const known = { email: owner.email, shop: shopOf(owner), key };
    if (password === null) return showForm(c, known);
    const fault = findPasswordFault(password, form.get("confirmation"));
    if (fault) return showForm(c, { ...known, fault }, 400);
    const user = await redeemSetupLink(realm, key, password);
    if (user === null) return show(c, unusableLinkPage, 410);
    reporterOf(c)(userLogin("password.set", user));
    const next = await beginFirstSignIn(realm, c, user);
    return next === null ? show(c, passwordSetPage) : c.redirect(next, 303);
  });
  return app;
}

/** Returns null when the password is accepted. Counts code points: an emoji is one character. */
function findPasswordFault(password: string, confirmation: string | null): PasswordForm["fault"] {
  const { length } = [...password];
  if (length < PASSWORD_LENGTH_MIN) return "too_short";
  if (length > PASSWORD_LENGTH_MAX) return "too_long";
  return password === confirmation ? null : "different";
}

/** The key in what the user has pasted: the key itself or the whole link. */
function keyIn(pasted: string): string {
  const [, key = pasted] = /[#?]key=(.*)$/.exec(pasted) ?? [];
  return key.trim();
}

function showForm(c: Context, form: Omit<PasswordForm, "min" | "max">, status: Status = 200) {
  const limits = { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX };
  return show(c, (language) => passwordFormPage(language, { ...form, ...limits }), status);
}

/** The headers stop the page from loading or leaking anything to another site: it holds the key of the link. */
function show(c: Context, page: (language: Language) => Html, status: Status = 200): Promise<Response> {
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Content-Type-Options", "nosniff");
  return showPage(c, page, status, "; script-src 'self'");
}
