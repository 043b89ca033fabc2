// Every list of the document, and what no list takes for a page.
import { beforeAll, describe, expect, it } from "vitest";
import type { Parameter } from "#scripts/openapi/types.ts";
import { type ApiResponse, adminToken, call } from "../support/api.ts";
import { callAsDesk, openDesk } from "../support/desks.ts";
import { expectInvalid } from "../support/error-responses.ts";
import { operations, resolve } from "../support/openapi.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";

const NOT_WHOLE = ["-1", "1.5", "1e1", "0x1", "abc", "NaN", "", "%201"].map((value) => [
  value,
  "must be an integer",
]);

const REFUSED: Record<string, (readonly [value: string, message?: string])[]> = {
  page: [["0", "must be at least 1"], ...NOT_WHOLE, ["1&page=2"], ["99999999999999999999"]] as never,
  limit: [["0", "must be at least 1"], ["101", "must be at most 100"], ...NOT_WHOLE, ["5&limit=5"]] as never,
  cursor: [["x"], [""], ["x".repeat(101)], ["a&cursor=b"]],
};

const LISTS = operations.flatMap(({ path, operation }) => {
  const names = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(parameter).name);
  return names.includes("limit") ? [{ path, names: names.filter((name) => name in REFUSED) }] : [];
});

describe("a list", () => {
  let desk = "";
  const tokens = { admin: "", merchant: "", wallet: "" };
  beforeAll(async () => {
    ({ secret: desk } = await openDesk());
    const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
    Object.assign(tokens, { admin: await adminToken(), merchant: merchant.token, wallet: wallet.token });
  });

  it("is read by page or by cursor", () => {
    expect(LISTS.length).toBeGreaterThan(9);
    for (const { names } of LISTS) expect(names.length).toBeGreaterThan(0);
  });

  it.each(LISTS)("refuses what is no page of it: $path", async ({ path, names }) => {
    if (path.startsWith("/desk/"))
      return await expectRefused((query) => callAsDesk(desk, "GET", path + query), names);
    const caller = path.startsWith("/wallet/")
      ? "wallet"
      : /\/(admin|merchants)\b/.test(path)
        ? "admin"
        : "merchant";
    await expectRefused((query) => call("GET", path + query, { token: tokens[caller] }), names);
  });
});

async function expectRefused(read: (query: string) => Promise<ApiResponse>, names: string[]) {
  for (const name of names)
    for (const [value, message] of REFUSED[name] ?? [])
      expectInvalid(await read(`?${name}=${value}`), name, message);
}
