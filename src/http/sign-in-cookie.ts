// What the browser keeps while its user signs in: sealed, so that no script and no other party can read or change it.
import type { Context } from "hono";
import { generateCookie, getCookie } from "hono/cookie";
import type { SignInAttempt } from "../domain/ports/identity-provider.ts";
import { open, seal } from "../lib/seal.ts";
import type { AppEnv } from "./app-env.ts";
import { COOKIE_ATTRIBUTES } from "./session-cookie.ts";

/** One for each face: a browser can be on its way to both. */
const COOKIES = { user: "sign-in", customer: "wallet-sign-in" } as const;
const PURPOSE = "sign-in cookie";
const SECONDS = 600;

interface BegunSignIn extends SignInAttempt {
  face: "user" | "customer";
  /** The path to go on to. */
  to: string;
}

export async function signInCookie(c: Context<AppEnv>, begun: BegunSignIn): Promise<string> {
  const { config, clock } = c.get("deps");
  const text = JSON.stringify({ ...begun, expiresAt: clock() + SECONDS * 1000 });
  const sealed = await seal(text, PURPOSE, config.masterKeys);
  return generateCookie(COOKIES[begun.face], sealed, { ...COOKIE_ATTRIBUTES, maxAge: SECONDS });
}

/** Ends the sign-in; all of them when the request is about none. */
export function noSignInCookies(begun: BegunSignIn | null): string[] {
  const names = begun === null ? Object.values(COOKIES) : [COOKIES[begun.face]];
  return names.map((name) => generateCookie(name, "", { ...COOKIE_ATTRIBUTES, maxAge: 0 }));
}

/** That of the sign-in which the request is about. Null when there is none, or it has expired. */
export async function readSignInCookie(c: Context<AppEnv>): Promise<BegunSignIn | null> {
  const begun = await Promise.all(Object.values(COOKIES).map((name) => readCookie(c, name)));
  return begun.find((each) => each?.state === c.req.query("state")) ?? null;
}

async function readCookie(c: Context<AppEnv>, name: string): Promise<BegunSignIn | null> {
  const sealed = getCookie(c, name, "host");
  if (!sealed) return null;
  const { config, clock } = c.get("deps");
  const text = await open(sealed, PURPOSE, config.masterKeys).catch(() => null);
  if (text === null) return null;
  const { expiresAt, ...begun }: BegunSignIn & { expiresAt: number } = JSON.parse(text);
  return expiresAt > clock() ? begun : null;
}
