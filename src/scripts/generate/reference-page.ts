// The pages of .github/reference. What is kept in src/core/guide links as from .github, and by `#…` to OPERATING.md.
import { writeGenerated } from "./generated-file.ts";

export function table(header: string[], rows: string[][]): string {
  const lines = [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}

/** `parts`: paragraphs, headings and tables. */
export function writePage(name: string, title: string, ...parts: string[]): void {
  const text = [`# ${title}`, ...parts, "Written by `npm run generate`."].join("\n\n");
  writeGenerated(`.github/reference/${name}.md`, `${text.replaceAll(/\]\(([^)]+)\)/g, linkFromPage)}\n`);
}

function linkFromPage(link: string, target: string): string {
  if (/^(https?:|\.\.\/)/.test(target)) return link;
  if (target.startsWith("#")) return `](../OPERATING.md${target})`;
  return target.startsWith("reference/") ? `](${target.slice("reference/".length)})` : `](../${target})`;
}
