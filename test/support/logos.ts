// Logos, and what settings show where nothing of the shop is set.

import { exports } from "cloudflare:workers";
import { crc32, deflateSync } from "node:zlib";
import { type ApiResponse, BASE_URL } from "./api.ts";
import { expectDocumented } from "./openapi.ts";
import { MERCHANT_API } from "./paths.ts";

export const NO_PROFILE = {
  address: null,
  vat_id: null,
  receipt_footer: null,
  currency: null,
  language: null,
  logo_url: null,
};

export const LOGO = `${MERCHANT_API}/settings/logo`;
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

export type Chunk = readonly [type: string, data?: Uint8Array];

/** The chunks as they are given, right or wrong. */
export function pngOf(...chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  return bytes(SIGNATURE, ...chunks.map(([type, data = new Uint8Array()]) => chunk(type, data)));
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const typed = bytes(new TextEncoder().encode(type), data);
  return bytes(uint32(data.length), typed, uint32(crc32(typed)));
}

/** `type`: 6 is red, green, blue and alpha. */
export function header({ width = 2, height = 2, depth = 8, type = 6, rest = [0, 0, 0] } = {}): Chunk {
  return ["IHDR", bytes(uint32(width), uint32(height), Uint8Array.of(depth, type, ...rest))];
}

export const PIXELS: Chunk = ["IDAT", deflateSync(new Uint8Array(2 * 9).fill(7))];
export const END: Chunk = ["IEND"];

/** Each `shade` is another file. */
export function makeLogo(shade = 0): Uint8Array<ArrayBuffer> {
  const lines = [0, ...Array(8).fill(shade), 0, ...Array(8).fill(255)];
  return pngOf(header(), ["IDAT", deflateSync(Uint8Array.from(lines))], END);
}

export async function putLogo(
  token: string,
  file: Uint8Array<ArrayBuffer>,
  type = "image/png",
): Promise<ApiResponse> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": type };
  const response = await exports.default.fetch(BASE_URL + LOGO, { method: "PUT", headers, body: file });
  const text = await response.text();
  const { status, headers: received } = response;
  const whole = { status, headers: received, text, body: JSON.parse(text) };
  expectDocumented("PUT", LOGO, whole);
  return whole;
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function bytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
