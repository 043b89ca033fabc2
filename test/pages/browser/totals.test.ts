// What was paid and refunded, at the dashboard, in a real browser.
import { buffer } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import { describe, expect } from "vitest";
import { it, TILL } from "./support/it.ts";
import type { Shop } from "./support/shop.ts";

/** A ZIP file's last file, of which the local header has 30 bytes, the name and nothing else. */
async function sheetOf(zip: Buffer): Promise<string> {
  const start = zip.lastIndexOf(Buffer.of(0x50, 0x4b, 3, 4));
  const [size, nameLength] = [zip.readUInt32LE(start + 18), zip.readUInt16LE(start + 26)];
  return inflateRawSync(zip.subarray(start + 30 + nameLength, start + 30 + nameLength + size)).toString();
}

/** Sells at a counter and at none; the payment without a counter is refunded. */
async function sell(shop: Shop): Promise<void> {
  const wallet = await shop.createWallet();
  const { counter } = await shop.client.counters.create({ name: "Front counter" });
  const sales = [
    { amount: 20, counter_id: counter.id },
    { amount: 12.5, reference: "=1+1" },
  ];
  for (const fields of sales) {
    const { id } = await shop.createIntent(fields);
    await wallet.pay(id);
    if (fields.amount !== 12.5) continue;
    await shop.client.paymentIntents.refund(id);
    await shop.client.paymentIntents.waitUntilRefunded(id, { timeoutMs: 15_000 });
  }
}

describe("the dashboard's totals", () => {
  it("add up a day per currency and per counter, and are downloaded as they are shown", async ({
    open,
    shop,
  }) => {
    await sell(shop);
    const page = await open("/dashboard/totals", { owner: shop, viewport: TILL });
    await page.getByText("Net · EUR").waitFor();
    await page.getByText("Paid: €32.50 · Payments: 2").waitFor();
    await page.getByText("Refunded: €12.50 · Refunds: 1").waitFor();
    await page.getByRole("row", { name: /^Front counter EUR €20.00/ }).waitFor();
    await page.getByRole("row", { name: /^Without a counter EUR €12.50.* €0.00$/ }).waitFor();

    const today = new Date().toISOString().slice(0, 10);
    const download = async (label: string, extension: string, ready: string) => {
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: label }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toBe(`payments-${today}.${extension}`);
      await page.getByText(ready).waitFor();
      return await buffer(await file.createReadStream());
    };
    const csv = await download("Download CSV for programs", "csv", "The CSV file is ready.");
    const file = csv.toString("utf8");
    expect(file.startsWith("\ufeffdate,date_time,type,")).toBe(true);
    const rows = file.trimEnd().split("\r\n").slice(1);
    expect(rows.map((row) => row.split(",").slice(2, 3).concat(row.split(",").slice(4, 5)))).toEqual([
      ["payment", ""],
      ["payment", "'=1+1"],
      ["refund", "'=1+1"],
    ]);
    const xlsx = await download("Download for spreadsheets", "xlsx", "The spreadsheet is ready.");
    expect(await sheetOf(xlsx)).toContain(">=1+1<");
  });

  it("say that nothing was paid, and what is wrong with the days", async ({ open, shop }) => {
    const page = await open("/dashboard/totals", { owner: shop, viewport: TILL, allowed: /status of 400/ });
    await page.getByText("Nothing was paid or refunded in this time.").waitFor();
    await page.getByLabel("From").fill("2026-01-01");
    await page.getByLabel("To").fill("2026-02-01");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("Choose at most 31 days.").waitFor();
    expect(new URL(page.url()).search).toBe("?from=2026-01-01&to=2026-02-01");
  });
});
