// A tar archive, POSIX ustar, as npm packs: without anything of the machine that makes it.

const BLOCK_BYTES = 512;
const CHECKSUM_AT = 148;
/** npm gives all files the same: 26 October 1985. Zero confuses some tools. */
const MODIFIED_SECONDS = 499_162_500;

export function tarOf(files: ReadonlyMap<string, string>): Buffer {
  const entries = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const blocks = entries.flatMap(([name, text]) => {
    const content = Buffer.from(text);
    return [header(`package/${name}`, content.length), padded(content)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]);
}

function header(name: string, size: number): Buffer {
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0);
  block.write(
    octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(MODIFIED_SECONDS, 11),
    100,
  );
  // While it is computed, the checksum's own place counts as spaces.
  block.write("        0", CHECKSUM_AT);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total: number, byte: number) => total + byte, 0);
  block.write(`${octal(sum, 6)} `, CHECKSUM_AT);
  return block;
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc(-content.length & (BLOCK_BYTES - 1))]);
}
