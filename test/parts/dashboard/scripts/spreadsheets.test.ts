// Opens what the dashboard offers to download in LibreOffice, as computers of four languages do.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { presentStatementLines } from "#core/wire/payment-intents/present-statement-lines.ts";
import { paymentsSheet } from "#parts/dashboard/browser/sheet/payments-sheet.ts";
import { skippedWithout } from "../../../support/installed.ts";
import { HOSTILE_TEXTS, hostileStatementLines, SHEET_TEXTS } from "../hostile-statement-lines.ts";

const { isSkipped, reason } = skippedWithout("soffice");

const folder = mkdtempSync(join(tmpdir(), "spreadsheets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface ReadCell {
  type: string | undefined;
  value: number;
  text: string;
}

beforeAll(async () => {
  if (isSkipped) return;
  const csv = await Array.fromAsync(presentStatementLines(hostileStatementLines(), { isRaw: true }));
  const sheet = await paymentsSheet(csv.join("").replace("\ufeff", ""), SHEET_TEXTS);
  writeFileSync(join(folder, "payments.xlsx"), Buffer.from(await sheet.arrayBuffer()));
});

/** A profile of its own for each language, so that LibreOffice takes it for the computer's. */
function open(language: string): { xml: string; rows: ReadCell[][] } {
  const profile = join(folder, language);
  mkdirSync(join(profile, "user"), { recursive: true });
  writeFileSync(
    join(profile, "user", "registrymodifications.xcu"),
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N">' +
      `<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${language}</value></prop></item></oor:items>`,
  );
  const convert = ["--headless", `-env:UserInstallation=file://${profile}`, "--convert-to", "fods"];
  execFileSync("soffice", [...convert, "--outdir", profile, join(folder, "payments.xlsx")], {
    stdio: "ignore",
  });
  const xml = readFileSync(join(profile, "payments.fods"), "utf8");
  return { xml, rows: rowsOf(xml) };
}

/** Leaves out the empty cells and rows that fill the sheet. */
function rowsOf(xml: string): ReadCell[][] {
  const rows = [...xml.matchAll(/<table:table-row.*?<\/table:table-row>/gs)].map(([row]) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, attributes = "", content = ""]) => {
        const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
        const value = Number(attribute("office:value"));
        const cell = { type: attribute("office:value-type"), value, text: textOf(content) };
        return Array<ReadCell>(Number(attribute("table:number-columns-repeated") ?? 1)).fill(cell);
      },
    ),
  );
  return rows
    .map((row) => row.slice(0, row.findLastIndex(({ type }) => type !== undefined) + 1))
    .filter((row) => row.length > 0);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#x0d": "\r" };

function textOf(content: string): string {
  return [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)]
    .map(([, paragraph = ""]) =>
      paragraph
        .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_all, count = "1") => " ".repeat(Number(count)))
        .replaceAll("<text:tab/>", "\t")
        .replace(/<[^>]*>/g, "")
        .replace(/&([^;]+);/g, (all, name) => ENTITIES[name] ?? all),
    )
    .join("\n");
}

describe.skipIf(isSkipped)(`LibreOffice${reason}`, () => {
  it.each(["de-DE", "fr-FR", "en-US", "ar-EG"])("opens the spreadsheet in %s as it was meant", (language) => {
    const { xml, rows } = open(language);
    expect(xml).not.toContain("table:formula");
    const [headings = [], ...payments] = rows;
    expect(headings.map(({ text }) => text)).toEqual(Object.values(SHEET_TEXTS.headings));
    expect(payments.map(([time]) => time?.type)).toEqual(HOSTILE_TEXTS.map(() => "date"));
    const texts = payments.map((row) => row.slice(4, 7));
    expect(texts.map((cells) => cells.map(({ type, text }) => [type, text]))).toEqual(
      HOSTILE_TEXTS.map((text) => Array(3).fill(["string", text])),
    );
    const sums = new Map<string, number>();
    for (const [, , amount, currency] of payments)
      sums.set(currency?.text ?? "", (sums.get(currency?.text ?? "") ?? 0) + (amount?.value ?? Number.NaN));
    const rounded = [...sums].map(([currency, sum]) => [currency, Number(sum.toFixed(3))]);
    const count = HOSTILE_TEXTS.length / 3;
    expect(rounded).toEqual([
      ["EUR", Number((1000.25 * count).toFixed(2))],
      ["JPY", -1000 * count],
      ["KWD", Number((0.123 * count).toFixed(3))],
    ]);
  });
});
