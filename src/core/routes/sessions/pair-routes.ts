// The routes by which a browser is paired.
import { Hono } from "hono";
import type { SessionKindSettings } from "#core/domain/sessions/session.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { requireWithinLimit } from "#core/http/rate-limit.ts";
import { addressKeyOf } from "#core/http/request.ts";
import { respondUndocumented } from "#core/http/response.ts";
import { requireOwnPage, sessionCookie } from "#core/http/session-cookie.ts";
import { jsonBody } from "#core/http/validate.ts";
import { readPairingCode } from "#core/lib/pairing-code.ts";
import { hashSecret } from "#core/lib/secrets.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { PairBody, PairingCodeBody } from "#core/wire/sessions/requests.ts";

interface Pairing {
  sessionKind: SessionKindSettings;
  /** What the browser is called when it does not say. */
  defaultName: string;
  lookUp(deps: Dependencies, code: string, addressKey: string): Promise<object>;
  redeem(
    deps: Dependencies,
    given: { code: string; name: string },
    request: { requestId: string; addressKey: string },
  ): Promise<{ secret: string; paired: object }>;
}

/**
 * Turns a pairing code into a session of its kind. The page looks the code up first and asks, because any website can
 * send a browser to the page with a code of its own.
 */
export function pairRoutes({ sessionKind, defaultName, lookUp, redeem }: Pairing): Hono<AppEnv> {
  return (
    new Hono<AppEnv>()
      // A POST, so that the code is in no log of addresses.
      .post("/look-up", jsonBody(PairingCodeBody), async (c) => {
        requireOwnPage(c);
        const { code } = c.req.valid("json");
        // A valid code is looked up whatever its address has invented, but not without end.
        await requireWithinLimit(
          c,
          "unknown_ids",
          `pairing code ${await hashSecret(readPairingCode(code) ?? code)}`,
        );
        return respondUndocumented(c, { pairing: await lookUp(c.get("deps"), code, addressKeyOf(c)) });
      })
      .post("/", jsonBody(PairBody), async (c) => {
        requireOwnPage(c);
        const { code, name } = c.req.valid("json");
        const request = { requestId: c.get("requestId"), addressKey: addressKeyOf(c) };
        const given = { code, name: name || defaultName };
        const { secret, paired } = await redeem(c.get("deps"), given, request);
        return respondUndocumented(c, paired, 201, { "Set-Cookie": sessionCookie(secret, sessionKind) });
      })
  );
}
