import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { listIntents } from "../../support/intent-reads.ts";
import { makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, renewMerchant, type TestMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

const NOT_OURS = "must be a next_cursor of this list";

interface Page {
  ids: string[];
  next: string | null;
}

async function readPage(merchant: { token: string }, query: Record<string, string>): Promise<Page> {
  const { status, body } = await call("GET", `${INTENTS}?${new URLSearchParams(query)}`, {
    token: merchant.token,
  });
  expect(status).toBe(200);
  return { ids: body.payment_intents.map(({ id }: { id: string }) => id), next: body.next_cursor };
}

/** All pages from the newest to the end; `between` runs before each page except the first. */
async function readPages(
  merchant: { token: string },
  query: Record<string, string>,
  between: () => Promise<unknown> = async () => {},
): Promise<string[][]> {
  const pages: string[][] = [];
  let page = await readPage(merchant, query);
  pages.push(page.ids);
  while (page.next !== null) {
    expect(page.next).toMatch(/^[\w-]+$/);
    await between();
    page = await readPage(merchant, { ...query, cursor: page.next });
    pages.push(page.ids);
    expect(pages.length).toBeLessThan(100);
  }
  return pages;
}

/** Some in the same millisecond, where a cursor could skip or repeat them. */
async function makeIntents(merchant: TestMerchant, count: number, fields: Record<string, unknown> = {}) {
  for (let made = 0; made < count; made += 11) {
    moveClock(1);
    const together = Math.min(11, count - made);
    await Promise.all(Array.from({ length: together }, () => makeIntent(merchant, fields)));
  }
}

async function idsOf(merchant: { token: string }): Promise<string[]> {
  return (await listIntents(merchant, "?limit=100")).map(({ id }: { id: string }) => id);
}

describe("next_cursor of GET /merchant/api/v1/payment-intents", () => {
  it("pages through all intents without gaps or repeats while new ones arrive", async ({ merchant }) => {
    await makeIntents(merchant, 55);
    const ids = await idsOf(merchant);
    expect(ids).toHaveLength(55);
    const pages = await readPages(merchant, { limit: "10" }, () => makeIntents(merchant, 1));
    expect(pages.flat()).toEqual(ids);
    expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 10, 10, 5]);
    expect(await idsOf(merchant)).toHaveLength(60);
  });

  it("is null when the last page is exactly full, and when the list is empty", async ({ merchant }) => {
    expect((await readPage(merchant, {})).next).toBeNull();
    await makeIntents(merchant, 20);
    expect((await readPage(merchant, {})).next).toBeNull();
    expect((await readPages(merchant, { limit: "10" })).map((page) => page.length)).toEqual([10, 10]);
  });

  it("can be reused, with another limit and with page=1", async ({ merchant }) => {
    await makeIntents(merchant, 10);
    const ids = await idsOf(merchant);
    const cursor = (await readPage(merchant, { limit: "3" })).next ?? "";
    expect((await readPage(merchant, { limit: "3", cursor })).ids).toEqual(ids.slice(3, 6));
    expect((await readPage(merchant, { limit: "5", cursor, page: "1" })).ids).toEqual(ids.slice(3, 8));
  });

  it("skips intents that have expired meanwhile", async ({ merchant }) => {
    await makeIntents(merchant, 4);
    await makeIntents(merchant, 8, { expires_in: 60 });
    await makeIntents(merchant, 4);
    const ids = await idsOf(merchant);
    moveClock(60_000);
    const pages = await readPages(await renewMerchant(merchant), { limit: "3", status: "pending" });
    expect(pages.flat()).toEqual([...ids.slice(0, 4), ...ids.slice(12)]);
  });

  it("taken from another merchant shows only the caller's own intents", async ({ merchant, other }) => {
    await makeIntents(merchant, 2);
    await makeIntents(other, 4);
    await makeIntents(merchant, 2);
    const { next } = await readPage(other, { limit: "1" });
    const { ids } = await readPage(merchant, { cursor: next ?? "" });
    expect(ids).toEqual((await idsOf(merchant)).slice(2));
  });

  it.each([
    ["nothing", ""],
    ["garbage", "garbage"],
    ["SQL", btoa("1700000000000.' OR 1=1 --")],
  ])("is refused with 400 when made of %s", async (_, text) => {
    const { token } = await makeMerchant();
    const cursor = text.replaceAll("=", "");
    const response = await call("GET", `${INTENTS}?${new URLSearchParams({ cursor })}`, { token });
    expectInvalid(response, "cursor", NOT_OURS);
  });

  it("cannot be combined with a page", async ({ merchant }) => {
    await makeIntents(merchant, 2);
    const { next } = await readPage(merchant, { limit: "1" });
    const response = await call("GET", `${INTENTS}?limit=1&page=2&cursor=${next}`, { token: merchant.token });
    expectInvalid(response, "page", "must not come with a cursor");
  });
});
