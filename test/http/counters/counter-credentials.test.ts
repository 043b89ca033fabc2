// A counter's own client secret, for a counter with software of its own: a till needs none.
import { describe, expect } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { createCounterCredentials } from "#core/services/counters/counters.ts";
import { call } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { COUNTERS, deactivateCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { INVALID_CLIENT } from "../../support/identity-provider.ts";
import { it } from "../../support/it.ts";
import { makeTill } from "../../support/pairings.ts";
import { INTENTS, UNKNOWN_ID } from "../../support/paths.ts";
import { deps } from "../../support/seeds.ts";
import { callAs } from "../../support/sessions.ts";
import { requestToken } from "../../support/tokens.ts";

const credentialsOf = (id: string) => `${COUNTERS}/${id}/credentials`;

describe("POST /counters/{counterID}/credentials", () => {
  it("shows a new secret, and the old one gets no more tokens; tills go on", async ({
    merchant,
    counter,
    owner: { token },
  }) => {
    const { clientId, clientSecret: old } = counter;
    const till = await makeTill(merchant, counter.id);
    const { status, body } = await call("POST", credentialsOf(counter.id), { token });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        client_id: clientId,
        client_secret: expect.stringMatching(/^.{32,}$/),
        note: expect.any(String),
      },
    ]);
    expect(await requestToken(clientId, old)).toEqual({ status: 401, body: INVALID_CLIENT });
    expect((await requestToken(clientId, body.client_secret)).status).toBe(200);
    expect((await callAs(till.secret, "GET", INTENTS)).status).toBe(200);
    const entries = await storedEntries(merchant.id, "credentials.rotated");
    expect(entries).toMatchObject([{ targetId: clientId, actorKind: "user" }]);
    expect(JSON.stringify(entries)).not.toContain(body.client_secret);
  });

  it("is refused for an unknown counter, and for one that was deactivated, whose client stays away", async ({
    merchant,
    counter,
    owner: { token },
  }) => {
    const unknown = await call("POST", credentialsOf(UNKNOWN_ID), { token });
    expectFailure(unknown, 404, "counter_not_found", "Payment intent not found");
    await deactivateCounter(merchant, counter.id);
    const refused = await call("POST", credentialsOf(counter.id), { token });
    expectFailure(refused, 403, "counter_not_active", "Counter is not active");
    expect((await requestToken(counter.clientId, counter.clientSecret)).status).toBe(401);
    expect(await storedEntries(merchant.id, "credentials.rotated")).toEqual([]);
  });

  it("leaves the old secret valid when the provider does not respond", async ({ merchant, counter }) => {
    const rotateClientSecret = () =>
      Promise.reject(new DependencyError("identity_provider", "did not respond"));
    const broken = { ...deps, identityProvider: { ...deps.identityProvider, rotateClientSecret } };
    const actor = { client: "test", requestId: null };
    const creation = createCounterCredentials(broken, actor, merchant.id, counter.id);
    await expect(creation).rejects.toThrow(DependencyError);
    expect((await requestToken(counter.clientId, counter.clientSecret)).status).toBe(200);
  });
});
