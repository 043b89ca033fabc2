// Exports: a merchant's, as an administrator downloads it, and a wallet's.
import { expect } from "vitest";
import { adminToken, call } from "./api.ts";
import { MERCHANT_API } from "./paths.ts";

export const exportPath = (merchantId: string, query = "") =>
  `${MERCHANT_API}/admin/merchants/${merchantId}/export${query}`;

interface Line {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on whatever came back
  [field: string]: any;
}

function linesOf(text: string) {
  const lines: Line[] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [header, ...rest] = lines;
  const end = rest.pop();
  if (header === undefined || end === undefined) throw new Error("the export is empty");
  const of = (type: string) => rest.filter((line) => line.type === type).map(({ data }) => data);
  return { header, end, of, types: rest.map(({ type }) => type) };
}

export async function readExport(merchantId: string, query = "") {
  const { status, text, headers } = await call("GET", exportPath(merchantId, query), {
    token: await adminToken(),
  });
  expect(status).toBe(200);
  return { text, headers, ...linesOf(text) };
}

/** The records of a wallet's export by type, without its balances, intents and transactions in `rows`. */
export function readWalletExport(text: string) {
  const { header, end, of, types } = linesOf(text);
  const counts = Object.fromEntries([...new Set(types)].map((type) => [type, of(type).length]));
  expect(end).toMatchObject({ type: "end", counts });
  const own = ["balance", "payment_under_way", "request", "transaction"];
  const sections = Object.keys(counts).filter((type) => !own.includes(type));
  return {
    header,
    balances: of("balance"),
    rows: Object.fromEntries(sections.map((section) => [section, of(section)])),
    paymentsUnderWay: of("payment_under_way"),
    requests: of("request"),
    transactions: of("transaction"),
    nextCursor: end.next_cursor,
  };
}
