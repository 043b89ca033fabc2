// The commands that the documents show, in blocks and, of the operators' guides, within the text.
import { readFileSync } from "node:fs";

const GUIDE = ["OPERATING", "GO-LIVE"].map((name) => readFileSync(`.github/${name}.md`, "utf8")).join("\n");
const BLOCK = /^ *```bash\n([\s\S]*?)^ *```/gm;

/** The bash blocks, as they are. */
export function blocksOf(document: string): string[] {
  return Array.from(document.matchAll(BLOCK), ([, block = ""]) => block);
}

const BLOCKS = blocksOf(GUIDE);

const LINES = BLOCKS.flatMap((block) => block.replaceAll(/\\\n\s*/g, "").split("\n"));
const SPANS = Array.from(GUIDE.replaceAll(BLOCK, "").matchAll(/`([^`\n]+)`/g), ([, span = ""]) => span);

/** Each command once, without its comment. `name`: what it begins with, behind its variables. */
export function commandsOf(name: string): string[] {
  const commands = [...LINES, ...SPANS].map((line) => line.replace(/\s+#.*$/, "").trim());
  const isNamed = new RegExp(`^([A-Z_]+=\\S+ |… )*${name} `);
  return [...new Set(commands.filter((command) => isNamed.test(command)))];
}

/** The one block that has this text. */
export function blockWith(text: string): string {
  const [block, ...others] = BLOCKS.filter((each) => each.includes(text));
  if (block === undefined || others.length > 0) throw new Error(`not one block has ${text}`);
  return block;
}
