// A website gives its own name the address of a developer's machine, and its script asks the sandbox there.
import { env } from "cloudflare:workers";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, it } from "vitest";
import { MERCHANT_API, TOKEN_PATH } from "../support/paths.ts";

/** Does as a browser: it sends to the service's address, with the name that the website has. */
async function statusFor(host: string, method: string, path: string): Promise<number | undefined> {
  const sent = request(new URL(path, env.PUBLIC_URL).href, { method, headers: { Host: host } });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe("a rebound name", () => {
  it.each([
    ["POST", "/sandbox/merchants"],
    ["GET", "/sandbox/v1/inbox"],
    ["POST", TOKEN_PATH],
    ["POST", `${MERCHANT_API}/register`],
    ["GET", "/health"],
  ])("reaches nothing by %s %s", async (method, path) => {
    const { host, port } = new URL(env.PUBLIC_URL);
    expect(await statusFor(`evil.test:${port}`, method, path)).toBe(421);
    expect(await statusFor(host, "GET", "/health")).toBe(200);
  });
});
