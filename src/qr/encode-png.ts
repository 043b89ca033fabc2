// A PNG writer for two colours. Format: https://www.w3.org/TR/png-3/

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** 1-bit greyscale image of a square of modules, true for black, each `scale` pixels wide and high. */
export async function encodePng(modules: boolean[][], scale: number): Promise<Uint8Array> {
  const width = modules.length * scale;
  return concat([
    SIGNATURE,
    chunk("IHDR", header(width)),
    chunk("IDAT", await deflate(scanlines(modules, scale))),
    chunk("IEND", new Uint8Array()),
  ]);
}

function header(width: number): Uint8Array {
  const bitDepth = 1;
  return concat([uint32(width), uint32(width), Uint8Array.of(bitDepth, 0, 0, 0, 0)]);
}

/** Every line starts with its filter type, 0 for none. A set bit is white, also in the padding of the last byte. */
function scanlines(modules: boolean[][], scale: number): Uint8Array<ArrayBuffer> {
  const size = modules.length * scale;
  const stride = 1 + Math.ceil(size / 8);
  const lines = new Uint8Array(stride * size);
  for (const [y, row] of modules.entries()) {
    const first = y * scale * stride;
    for (let byte = 0; byte < stride - 1; byte++) {
      lines[first + 1 + byte] = eightPixels(row, byte * 8, scale);
    }
    for (let copy = 1; copy < scale; copy++) {
      lines.copyWithin(first + copy * stride, first, first + stride);
    }
  }
  return lines;
}

function eightPixels(row: boolean[], x: number, scale: number): number {
  let bits = 0;
  for (let i = 0; i < 8; i++) bits = (bits << 1) | (row[Math.floor((x + i) / scale)] ? 0 : 1);
  return bits;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const typed = concat([new TextEncoder().encode(type), data]);
  return concat([uint32(data.length), typed, uint32(crc32(typed))]);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc;
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
