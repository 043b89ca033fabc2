import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { rotateOwnCredentials } from "#core/services/merchants/platform.ts";
import { type ApiResponse, adminToken, BASE_URL, call, fetchToken } from "../../support/api.ts";
import { makeCounter } from "../../support/counters.ts";
import { INVALID_CLIENT } from "../../support/identity-provider.ts";
import { postIntent } from "../../support/intents.ts";
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
    const rotation = rotateOwnCredentials(broken, { client: "test", requestId: null }, id);
    await expect(rotation).rejects.toThrow(DependencyError);
    expect((await requestToken(clientId, clientSecret)).status).toBe(200);
  });
});

async function rotate(merchantId: string): Promise<ApiResponse> {
  const path = `${MERCHANT_API}/merchants/${merchantId}/rotate-credentials`;
  return call("POST", path, { token: await adminToken() });
}

describe("POST /merchant/api/v1/merchants/{merchantID}/rotate-credentials", () => {
  it("returns 200 with the same client and a new secret; the old one is invalid", async () => {
    const { id, clientId, clientSecret: old } = await makeMerchant();
    const { status, body } = await rotate(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      client_id: clientId,
      client_secret: expect.stringMatching(/^.{32,}$/),
      note: expect.stringMatching(/./),
    });
    expect(body.client_secret).not.toBe(old);
    expect(await requestToken(clientId, old)).toEqual({ status: 401, body: INVALID_CLIENT });
    const token = await fetchToken(clientId, body.client_secret);
    const { body: created } = await postIntent({ token }, { amount: 1 });
    expect(created.payment_intent.merchant_id).toBe(id);
  });

  it("does not change the merchant, its counters' credentials or other merchants", async () => {
    const [{ id, clientId, clientSecret: secret }, other] = [await makeMerchant(), await makeMerchant()];
    const counter = await makeCounter({ token: await fetchToken(clientId, secret) });
    await rotate(id);
    expect((await requestToken(counter.clientId, counter.clientSecret)).status).toBe(200);
    expect((await requestToken(other.clientId, other.clientSecret)).status).toBe(200);
  });

  it("recreates a deleted client", async () => {
    const { id, clientId } = await makeMerchant();
    const token = await adminToken();
    const clients = `${BASE_URL}/admin/realms/payment-platform/clients`;
    const headers = { Authorization: `Bearer ${token}` };
    const found = await exports.default.fetch(`${clients}?clientId=${clientId}`, { headers });
    const [client] = await found.json<{ id: string }[]>();
    await exports.default.fetch(`${clients}/${client?.id}`, { method: "DELETE", headers });
    const { body } = await rotate(id);
    expect((await requestToken(clientId, body.client_secret)).status).toBe(200);
  });
});
