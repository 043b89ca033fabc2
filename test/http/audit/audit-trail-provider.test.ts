// What administrators change at the embedded identity provider itself, past the service.
import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { adminToken, BASE_URL } from "../../support/api.ts";
import { allEntries } from "../../support/audit-trail.ts";
import { makeCounter } from "../../support/counters.ts";
import { startProvider } from "../../support/identity-provider.ts";
import { addUser, readMerchantRole } from "../../support/identity-provider-users.ts";
import { makeMerchant } from "../../support/parties.ts";
import { USERS_PATH } from "../../support/paths.ts";

const KEYS_PATH = "/admin/realms/payment-platform/keys";

async function changes() {
  const entries = await allEntries();
  return entries.filter(({ action }) => action === "identity_provider.changed");
}

async function send(method: string, path: string, body?: object): Promise<number> {
  const headers = {
    Authorization: `Bearer ${await adminToken()}`,
    "CF-Connecting-IP": "192.0.2.1",
    ...(body && { "Content-Type": "application/json" }),
  };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await exports.default.fetch(BASE_URL + path, init);
  await response.arrayBuffer();
  return response.status;
}

it("leaves an entry with the administrator, the address and the operation", async () => {
  const provider = startProvider();
  const { id } = await addUser(provider);
  const role = await readMerchantRole(provider);
  const mappings = `${USERS_PATH}/${id}/role-mappings/realm`;
  expect(await send("POST", mappings, [role])).toBe(204);
  expect(await send("POST", `${KEYS_PATH}/rotate`)).toBe(200);
  const entry = (details: string) => ({
    merchantId: null,
    actor: "platform-admin",
    actorKind: "administrator",
    requestId: expect.any(String),
    erasable: {
      subject: { value: expect.any(String) },
      address: { value: "192.0.2.1" },
      details: { value: details },
    },
  });
  expect(await changes()).toMatchObject([entry(`POST ${mappings}`), entry(`POST ${KEYS_PATH}/rotate`)]);
});

it("leaves none for what is read or refused, nor for the service's own requests", async () => {
  const before = await changes();
  expect(await send("GET", KEYS_PATH)).toBe(200);
  expect(await send("DELETE", `${USERS_PATH}/${crypto.randomUUID()}`)).toBe(404);
  await makeCounter(await makeMerchant());
  expect(await changes()).toEqual(before);
});
