import { readFileSync } from "node:fs";

const GUIDE = ".github/OPERATING.md";
const CHAPTER = "## Local live mode\n";

/** The chapter's commands for the second terminal, in order. */
export function guideCommands(): string {
  const [, chapter = ""] = readFileSync(GUIDE, "utf8").split(CHAPTER);
  const [text = ""] = chapter.split("\n## ");
  const blocks = Array.from(text.matchAll(/^```bash\n([\s\S]*?)^```/gm), ([, block = ""]) => block);
  return blocks.filter((block) => !block.startsWith("npm run start:live")).join("");
}
