// Signing in at the identity provider by authorization code, for people instead of programs: it is not part of the API.
import { type Context, Hono } from "hono";
import { merchantOf } from "../../domain/principal.ts";
import { isSessionEnded } from "../../domain/standing.ts";
import { verifierFor } from "../../http/access-token.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { onError } from "../../http/errors.ts";
import { requireWithinLimit } from "../../http/rate-limit.ts";
import { addressKeyOf } from "../../http/request.ts";
import { hasSessionCookie } from "../../http/session.ts";
import { sessionCookie } from "../../http/session-cookie.ts";
import { noSignInCookie, readSignInCookie, signInCookie } from "../../http/sign-in-cookie.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { ownPath } from "../../lib/own-path.ts";
import { formPagePolicy } from "../../pages/policy.ts";
import type { SignInProblem } from "../../pages/sign-in/notice-texts.ts";
import { signedOutPage, signInProblemPage } from "../../pages/sign-in/notices.tsx";
import { openSession } from "../../services/sessions/sessions.ts";
import { showPage } from "../pages/show-page.ts";

const AFTER_SIGN_IN = "/dashboard";
const SIGN_IN = "/session/sign-in";

export const signIn = new Hono<AppEnv>()
  .get("/sign-in", async (c) => {
    const { signIn, config } = c.get("deps");
    const requested = new URL(c.req.url);
    const { host } = new URL(config.publicUrl);
    // The cookie belongs to one host: on one's own machine, 127.0.0.1 is another one than localhost.
    if (isLoopback(config.publicUrl) && requested.host !== host) {
      return c.redirect(config.publicUrl + requested.pathname + requested.search, 303);
    }
    const to = ownPath(c.req.query("to") ?? "", config.publicUrl) ?? AFTER_SIGN_IN;
    const { url, attempt } = await signIn.begin();
    c.header("Set-Cookie", await signInCookie(c, { ...attempt, to }));
    return c.redirect(url, 303);
  })
  .get("/callback", async (c) => {
    const deps = c.get("deps");
    c.header("Set-Cookie", noSignInCookie());
    const begun = await readSignInCookie(c);
    if (begun === null) return show(c, "late", 400);
    // A code is the provider's: that it is invented shows only when the provider has been asked.
    await requireWithinLimit(c, "unknown_ids", `sign-in code ${addressKeyOf(c)}`);
    const signedIn = await deps.signIn.complete(new URL(c.req.url).searchParams, begun);
    if (!signedIn.ok) return show(c, signedIn.error, 400);
    const { email, ...tokens } = signedIn.value;
    const principal = await verifierFor(deps.tokens)(tokens.accessToken, deps.clock());
    const merchantId = merchantOf(principal, { allowCounters: false });
    if (!merchantId.ok) return show(c, "stranger", 403);
    // Otherwise a user who was removed while the provider was down would be sent back and forth without end.
    const key = { merchantId: merchantId.value, counterId: null, userId: principal.subject };
    if (isSessionEnded(await deps.findStanding(key), principal.issuedAt)) return show(c, "stranger", 403);
    const holder = { merchantId: merchantId.value, counterId: null, subject: principal.subject };
    const user = { ...holder, kind: "user", label: email } as const;
    const { secret } = await openSession(deps, user, tokens);
    c.header("Set-Cookie", sessionCookie(secret, "user"), { append: true });
    return c.redirect(begun.to, 303);
  })
  // Where signing out ends, here or at the provider.
  .get("/signed-out", (c) => {
    if (hasSessionCookie(c)) return c.redirect(AFTER_SIGN_IN, 303);
    return showPage(c, formPagePolicy(), (language) => signedOutPage(language, SIGN_IN));
  });

/** A person sees a page, whatever fails. Status and the line in the log are those of the API. */
signIn.onError(async (error, c) => {
  const { status } = await onError(error, c);
  return show(c, "failed", status as 503);
});

function show(c: Context, problem: SignInProblem, status: 400 | 403 | 503): Response | Promise<Response> {
  return showPage(c, formPagePolicy(), (language) => signInProblemPage(problem, language, SIGN_IN), status);
}
