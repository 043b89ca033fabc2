// A ZIP file, which an .xlsx is: APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16.

type Bytes = Uint8Array<ArrayBuffer>;

const STORED = 0;
const DEFLATED = 8;
/** The format's first day, for all: a file says nothing of the clock here. */
const FIRST_DAY = 0x21;

export async function zip(contents: Record<string, string>): Promise<Blob> {
  const files: Bytes[] = [];
  const directory: Bytes[] = [];
  let [offset, directorySize] = [0, 0];
  for (const [path, content] of Object.entries(contents)) {
    const name = utf8(path);
    const bytes = utf8(content);
    const { method, packed } = await pack(bytes);
    const sizes = [crc32(bytes), packed.length, bytes.length];
    const about = [...shorts(20, 0, method, 0, FIRST_DAY), ...longs(...sizes), ...shorts(name.length, 0)];
    const header = binary(longs(0x04034b50), about);
    const place = [...shorts(0, 0, 0), ...longs(0, offset)];
    const entry = binary(longs(0x02014b50), shorts(20), about, place);
    files.push(header, name, packed);
    directory.push(entry, name);
    offset += header.length + name.length + packed.length;
    directorySize += entry.length + name.length;
  }
  const count = directory.length / 2;
  const end = binary(longs(0x06054b50), shorts(0, 0, count, count), longs(directorySize, offset), shorts(0));
  return new Blob([...files, ...directory, end]);
}

/** Safari compresses from 16.4 on. */
async function pack(bytes: Bytes): Promise<{ method: number; packed: Bytes }> {
  if (typeof CompressionStream === "undefined") return { method: STORED, packed: bytes };
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return { method: DEFLATED, packed: new Uint8Array(await new Response(deflated).arrayBuffer()) };
}

function utf8(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Numbers of two bytes each, the lowest byte first. */
function shorts(...values: number[]): number[] {
  return values.flatMap((value) => [value & 0xff, value >>> 8]);
}

/** Numbers of four bytes each. */
function longs(...values: number[]): number[] {
  return values.flatMap((value) => shorts(value & 0xffff, value >>> 16));
}

function binary(...parts: number[][]): Bytes {
  return new Uint8Array(parts.flat());
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
