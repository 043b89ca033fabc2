import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import {
  ADMIN,
  addClient,
  callAdmin,
  claimMapper,
  startProvider,
  takeTokenFrom,
} from "../../support/identity-provider.ts";
import { CLIENTS_PATH } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";

const provider = startProvider();

describe("/admin/realms/payment-platform/clients", () => {
  it("returns 401 for a missing, broken or expired token", async () => {
    const anHourAgo = startProvider({ now: () => Date.now() - 3_600_000 });
    const missing = await provider.request(CLIENTS_PATH);
    const broken = await callAdmin(provider, "GET", "?clientId=x", undefined, "a.b.c");
    const expired = await callAdmin(
      provider,
      "GET",
      "?clientId=x",
      undefined,
      await takeTokenFrom(anHourAgo),
    );
    for (const response of [missing, broken, expired]) {
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ error: "HTTP 401 Unauthorized" });
    }
  });

  it.each([
    ["POST", ""],
    ["GET", "?clientId=x"],
    ["PUT", "/some-id"],
    ["DELETE", "/some-id"],
    ["POST", "/some-id/client-secret"],
  ])("returns 403 for a merchant's token on %s %s", async (method, path) => {
    const merchant = await addClient(provider, [claimMapper("realm_access.roles", '["merchant"]', "JSON")]);
    const response = await callAdmin(
      provider,
      method,
      path,
      undefined,
      await takeTokenFrom(provider, merchant),
    );
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ error: "HTTP 403 Forbidden" });
  });

  it("creates a client and shows it without its secret", async () => {
    const mappers = [claimMapper("merchant_id", "m-1")];
    const client = await addClient(provider, mappers);
    const representation = {
      id: client.id,
      clientId: client.clientId,
      name: "",
      enabled: true,
      protocol: "openid-connect",
      clientAuthenticatorType: "client-secret",
      publicClient: false,
      serviceAccountsEnabled: true,
      protocolMappers: mappers,
    };
    expect(client.location).toBe(`http://payments.test${CLIENTS_PATH}/${client.id}`);
    const found = await callAdmin(provider, "GET", `?clientId=${client.clientId}`);
    expect(await found.json()).toEqual([representation]);
    const stored = await sharedRows.all("SELECT * FROM idp_clients");
    expect(JSON.stringify(stored)).not.toContain(client.clientSecret);
  });

  it("returns 409 for an existing client id, including the realm's own clients", async () => {
    const client = await addClient(provider);
    for (const clientId of [client.clientId, ADMIN.clientId, "merchant-dashboard"]) {
      const response = await callAdmin(provider, "POST", "", { clientId });
      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({ errorMessage: `Client ${clientId} already exists` });
    }
    await takeTokenFrom(provider, client);
  });

  it.each([
    ["no client id", {}],
    ["a client id with spaces", { clientId: "a b" }],
    ["a guessable secret", { clientId: "weak", secret: "short" }],
    ["a public client", { clientId: "public", publicClient: true }],
    ["a mapper with broken JSON", { clientId: "json", protocolMappers: [claimMapper("a", "{", "JSON")] }],
    ["a mapper of unknown type", { clientId: "t", protocolMappers: [claimMapper("a", "x", "Date")] }],
    [
      "mappers that collide",
      { clientId: "c", protocolMappers: [claimMapper("a", "x"), claimMapper("a.b", "y")] },
    ],
    ["an array", []],
  ])("returns 400 for %s", async (_, body) => {
    const response = await callAdmin(provider, "POST", "", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errorMessage: "Invalid client" });
  });

  it("returns 400 for a body that is not JSON and 413 for one that is too large", async () => {
    const headers = { Authorization: `Bearer ${await takeTokenFrom(provider)}` };
    const broken = await provider.request(CLIENTS_PATH, { method: "POST", headers, body: "{" });
    expect(broken.status).toBe(400);
    const large = await provider.request(CLIENTS_PATH, { method: "POST", headers, body: "x".repeat(70_000) });
    expect(large.status).toBe(413);
  });

  it("changes only the fields that PUT names", async () => {
    const client = await addClient(provider, [claimMapper("merchant_id", "m-1")]);
    expect((await callAdmin(provider, "PUT", `/${client.id}`, { name: "Café" })).status).toBe(204);
    expect((await callAdmin(provider, "PUT", `/${client.id}`, {})).status).toBe(204);
    expect(decodeJwt(await takeTokenFrom(provider, client))).toMatchObject({ merchant_id: "m-1" });
    const found = await callAdmin(provider, "GET", `?clientId=${client.clientId}`);
    expect(await found.json()).toMatchObject([{ name: "Café", enabled: true }]);
  });

  it("does not rename a client", async () => {
    const client = await addClient(provider);
    const response = await callAdmin(provider, "PUT", `/${client.id}`, { clientId: "renamed" });
    expect(response.status).toBe(404);
    await takeTokenFrom(provider, client);
  });

  it.each([
    ["PUT", ""],
    ["DELETE", ""],
    ["POST", "/client-secret"],
  ])("returns 404 for %s of an unknown client%s", async (method, path) => {
    const body = method === "PUT" ? {} : undefined;
    const response = await callAdmin(provider, method, `/${crypto.randomUUID()}${path}`, body);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "Could not find client" });
  });
});
