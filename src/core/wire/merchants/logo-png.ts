// What a logo may be: a small PNG without anything that a picture does not need. https://www.w3.org/TR/png-3/

import { crc32 } from "node:zlib";

export const LOGO_BYTES_MAX = 24 * 1024;
export const LOGO_SIDE_MAX = 256;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHUNK_OVERHEAD = 12;
const HEADER_LENGTH = 13;

/** In the order in which they come; those of one line in any. Comments, profiles and what programs add are none of them. */
const ORDER: Record<string, number> = {
  IHDR: 0,
  ...{ cHRM: 1, gAMA: 1, sBIT: 1, sRGB: 1 },
  PLTE: 2,
  ...{ pHYs: 3, tRNS: 3 },
  IDAT: 4,
  IEND: 5,
};

/** The bit depths of each colour type. */
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const INDEXED = 3;
const GREYS = [0, 4];

/** Returns what is wrong with the file, to follow its name; null for a logo. */
export function logoFault(file: Uint8Array): string | null {
  if (file.length > LOGO_BYTES_MAX) return `must be at most ${LOGO_BYTES_MAX} bytes`;
  if (SIGNATURE.some((byte, at) => file[at] !== byte)) return "must begin with the signature of a PNG file";
  const seen: string[] = [];
  let colourType = -1;
  for (let at = SIGNATURE.length; at < file.length; ) {
    if (seen.includes("IEND")) return "must end with its chunk IEND";
    const chunk = chunkAt(file, at);
    if (chunk === null) return "must not end within a chunk";
    const { type, data, crc, next } = chunk;
    const fault = orderFault(type, seen) ?? dataFault(type, data, colourType);
    if (fault !== null) return fault;
    if (crc32(file.subarray(at + 4, next - 4)) !== crc) return `has a chunk ${type} with a wrong checksum`;
    if (type === "IHDR") colourType = data[9] ?? -1;
    seen.push(type);
    at = next;
  }
  return missingFault(seen, colourType);
}

function chunkAt(file: Uint8Array, at: number) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (at + CHUNK_OVERHEAD > file.length) return null;
  const dataAt = at + 8;
  const end = dataAt + view.getUint32(at);
  if (end + 4 > file.length) return null;
  const type = String.fromCharCode(...file.subarray(at + 4, dataAt));
  return { type, data: file.subarray(dataAt, end), crc: view.getUint32(end), next: end + 4 };
}

function orderFault(type: string, seen: readonly string[]): string | null {
  const place = ORDER[type];
  if (place === undefined) return `must have no chunks but ${Object.keys(ORDER).join(", ")}`;
  const last = seen.at(-1);
  if (last === undefined) return type === "IHDR" ? null : "must begin with its chunk IHDR";
  if (place < (ORDER[last] ?? 0)) return `must not have its chunk ${type} after ${last}`;
  return type !== "IDAT" && seen.includes(type) ? `must have one chunk ${type}` : null;
}

function dataFault(type: string, data: Uint8Array, colourType: number): string | null {
  if (type === "IHDR") return headerFault(data);
  if (type === "PLTE") {
    const isPalette = data.length > 0 && data.length % 3 === 0 && data.length <= 256 * 3;
    return isPalette && !GREYS.includes(colourType) ? null : "must have a valid chunk PLTE";
  }
  if (type === "tRNS") return colourType < 4 ? null : "must not have a chunk tRNS beside an alpha channel";
  return type === "IEND" && data.length > 0 ? "must have an empty chunk IEND" : null;
}

type Rest = [depth: number, colourType: number, compression: number, filter: number, interlace: number];

function headerFault(data: Uint8Array): string | null {
  if (data.length !== HEADER_LENGTH) return "must have a valid chunk IHDR";
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const sides = [view.getUint32(0), view.getUint32(4)];
  if (sides.some((side) => side < 1 || side > LOGO_SIDE_MAX))
    return `must be at most ${LOGO_SIDE_MAX} × ${LOGO_SIDE_MAX} pixels`;
  const [depth, colourType, compression, filter, interlace] = Array.from(data.subarray(8)) as Rest;
  const isKnown = DEPTHS[colourType]?.includes(depth) && compression === 0 && filter === 0 && interlace <= 1;
  return isKnown ? null : "must have a valid chunk IHDR";
}

function missingFault(seen: readonly string[], colourType: number): string | null {
  for (const type of ["IHDR", ...(colourType === INDEXED ? ["PLTE"] : []), "IDAT", "IEND"])
    if (!seen.includes(type)) return `must have a chunk ${type}`;
  return null;
}
