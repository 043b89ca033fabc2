import { describe, expect, it } from "vitest";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import { rotateOwnCredentials } from "../../../src/services/merchants/platform.ts";
import { call } from "../../support/api.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { deps } from "../../support/seeds.ts";
import { requestToken } from "../../support/tokens.ts";

const ROTATE = `${MERCHANT_API}/credentials/rotate`;

describe("POST /credentials/rotate", () => {
  it("shows a new secret, and the old one gets no more tokens", async () => {
    const { clientId, clientSecret, token } = await ownerOf(await makeMerchant());
    const { status, body } = await call("POST", ROTATE, { token });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      client_id: clientId,
      client_secret: expect.stringMatching(/^.{32,}$/),
      note: expect.any(String),
    });
    expect((await requestToken(clientId, clientSecret)).status).toBe(401);
    expect((await requestToken(clientId, body.client_secret)).status).toBe(200);
    const { body: trail } = await call("GET", `${MERCHANT_API}/audit-trail?action=credentials.rotated`, {
      token,
    });
    expect(trail.entries).toMatchObject([{ action: "credentials.rotated", target_id: clientId }]);
    expect(JSON.stringify(trail)).not.toContain(body.client_secret);
  });

  it("leaves the old secret valid when the provider does not respond", async () => {
    const { id, clientId, clientSecret } = await makeMerchant();
    const rotateClientSecret = () =>
      Promise.reject(new DependencyError("identity_provider", "did not respond"));
    const broken = { ...deps, identityProvider: { ...deps.identityProvider, rotateClientSecret } };
    const rotation = rotateOwnCredentials(broken, { actor: "test", requestId: null }, id);
    await expect(rotation).rejects.toThrow(DependencyError);
    expect((await requestToken(clientId, clientSecret)).status).toBe(200);
  });
});
