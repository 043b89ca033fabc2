// What the embedded identity provider responds while D1 fails: nobody's credentials are refused for that.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { registerMerchant } from "../../../src/services/merchants/merchants.ts";
import { BASE_URL } from "../../support/api.ts";
import { failDatabase, muteLog, repair } from "../../support/faults.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { TOKEN_PATH } from "../../support/paths.ts";
import { okValue } from "../../support/result.ts";
import { CAUSE, deps } from "../../support/seeds.ts";
import { requestToken } from "../../support/tokens.ts";

describe("POST /realms/payment-platform/protocol/openid-connect/token", () => {
  it.each([
    ["the client", /"idp_clients"/],
    ["what an administrator has stopped", /"merchants"."suspended_at"/],
  ])("gets 503 while %s cannot be read, and then a token", async (_, statements) => {
    const shop = { email: uniqueEmail(), businessName: "Bean & Leaf" };
    const { clientId, clientSecret } = okValue(await registerMerchant(deps, CAUSE, shop));
    muteLog();
    failDatabase(statements);
    const response = await exports.default.fetch(BASE_URL + TOKEN_PATH, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("5");
    expect(await response.json()).toEqual({ error: "temporarily_unavailable" });
    repair();
    expect((await requestToken(clientId, clientSecret)).status).toBe(200);
  });
});
