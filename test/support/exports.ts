// A merchant's export, as an administrator downloads it.
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

export async function readExport(merchantId: string, query = "") {
  const { status, text, headers } = await call("GET", exportPath(merchantId, query), {
    token: await adminToken(),
  });
  expect(status).toBe(200);
  const lines: Line[] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [header, ...rest] = lines;
  const end = rest.pop();
  if (header === undefined || end === undefined) throw new Error("the export is empty");
  const of = (type: string) => rest.filter((line) => line.type === type).map(({ data }) => data);
  return { text, headers, header, end, of, types: rest.map(({ type }) => type) };
}
