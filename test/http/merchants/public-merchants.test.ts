import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { deactivateMerchant, makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { rowsOf, sharedRows } from "../../support/rows.ts";

const PATH = `${MERCHANT_API}/public/merchants`;

async function list(query = "") {
  const { status, body } = await call("GET", PATH + query);
  expect(status).toBe(200);
  return body;
}

/** Merchants in a known order, newest first. */
async function register(names: string[]) {
  const made = [];
  for (const [index, name] of names.entries()) {
    const merchant = await makeMerchant({ business_name: name });
    await rowsOf(merchant.id).run(
      "UPDATE merchants SET created_at = ? WHERE id = ?",
      1_000 + index,
      merchant.id,
    );
    made.unshift(merchant);
  }
  return made;
}

beforeEach(async () => {
  await sharedRows.run("DELETE FROM merchants");
});

describe("GET /merchant/api/v1/public/merchants", () => {
  it("returns an empty page when there is no merchant", async () => {
    expect(await list()).toEqual({
      success: true,
      merchants: [],
      page: 1,
      limit: 20,
      total: 0,
      total_pages: 0,
      next_cursor: null,
    });
  });

  it("shows only the id and name of merchants, newest first", async () => {
    const [two, one] = await register(["Bean & Leaf", "Books"]);
    expect(await list()).toEqual({
      success: true,
      merchants: [
        { id: two?.id, business_name: "Books", logo_url: null },
        { id: one?.id, business_name: "Bean & Leaf", logo_url: null },
      ],
      page: 1,
      limit: 20,
      total: 2,
      total_pages: 1,
      next_cursor: null,
    });
  });

  it("neither lists nor counts inactive ones", async () => {
    const [two, one] = await register(["One", "Two"]);
    if (two) await deactivateMerchant(two);
    expect(await list()).toMatchObject({ merchants: [{ id: one?.id }], total: 1, total_pages: 1 });
  });

  it("pages without gap or repeat", async () => {
    const ids = (await register(["a", "b", "c", "d", "e"])).map(({ id }) => id);
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await list(`?limit=2&page=${page}`));
    const paging = { limit: 2, total: 5, total_pages: 3 };
    expect(pages).toMatchObject([1, 2, 3, 4].map((page) => ({ page, ...paging })));
    const shown = pages.map(({ merchants }) => merchants.map(({ id }: { id: string }) => id));
    expect(shown).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []]);
  });

  it("pages by cursor while merchants come and go", async () => {
    const [five, four, three, two, one] = await register(["1", "2", "3", "4", "5"]);
    const first = await list("?limit=2");
    if (four) await deactivateMerchant(four);
    await makeMerchant({ business_name: "6" });
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    const third = await list(`?limit=2&cursor=${second.next_cursor}`);

    const shown = [first, second, third].map(({ merchants }) =>
      merchants.map(({ id }: { id: string }) => id),
    );
    expect(shown).toEqual([[five?.id, four?.id], [three?.id, two?.id], [one?.id]]);
    expect([third.next_cursor, third.total]).toEqual([null, 5]);
  });

  it("refuses a page that begins too far down", async () => {
    expectInvalid(await call("GET", `${PATH}?page=1002&limit=100`), "page");
  });
});
