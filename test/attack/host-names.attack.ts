// A merchant makes the service look up names of its choice, in the operator's name. Needs a service that asks `DOH_URL`, and
// sends to public addresses alone.
import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { makeMerchant, type TestMerchant } from "../support/parties.ts";
import { INTENTS } from "../support/paths.ts";
import { attacked } from "./service/copy.ts";

describe("look-ups of names", () => {
  const names: string[] = [];
  const resolver = createServer((request, response) => {
    names.push(new URL(request.url ?? "", "http://resolver").searchParams.get("name") ?? "");
    const answer = { Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  });
  let shop: TestMerchant;
  beforeAll(async () => {
    await once(
      resolver.listen(Number(new URL(attacked.variables.DOH_URL ?? "").port), "127.0.0.1"),
      "listening",
    );
    shop = await makeMerchant();
  });
  afterAll(() => void resolver.close().closeAllConnections());

  const create = async (json: object) => (await call("POST", INTENTS, { token: shop.token, json })).status;

  it("are none for what is refused, none for a return_url, and two for a name in a minute", async () => {
    const victim = (number: number) => `https://${number}.victim.example.com/`;
    for (let number = 0; number < 10; number++) {
      expect(await create({ amount: -1, callback_url: victim(number), return_url: victim(number) })).toBe(
        400,
      );
      expect(await create({ amount: 1, return_url: victim(number) })).toBe(201);
    }
    expect(names).toEqual([]);
    for (let number = 0; number < 10; number++)
      expect(await create({ amount: 1, callback_url: `${victim(0)}${number}` })).toBe(201);
    // The minute may end meanwhile.
    expect(names.length).toBeLessThanOrEqual(4);
    expect(new Set(names)).toEqual(new Set(["0.victim.example.com"]));
  });
});
