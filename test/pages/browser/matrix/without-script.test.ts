// The checkout without JavaScript: the same as with it.
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { findOverflow, findSmallTargets } from "../support/look.ts";
import { PAGES } from "../support/pages.ts";

const CHECKOUT = PAGES.filter(({ name }) => name.startsWith("checkout-"));

describe.each(CHECKOUT)("$name without JavaScript", ({ show }) => {
  it("says the same, and fits", async ({ open, shop }) => {
    const [page, plain] = [await show({ open, shop }, {}), await show({ open, shop }, { javaScript: false })];
    const [heading, plainHeading] = [page, plain].map((each) =>
      each.getByRole("heading").filter({ visible: true }).allTextContents(),
    );
    expect(await plainHeading).toEqual(await heading);
    expect([...(await findOverflow(plain)), ...(await findSmallTargets(plain))]).toEqual([]);
  });
});
