import { VARIABLES, type VariableName } from "../main/guide/variables.ts";

/** What a variable is, in words for a terminal. */
export function meaningOf(name: VariableName): string {
  return plain(VARIABLES[name].means).replaceAll("`", "");
}

/** Leaves out Markdown's links and emphasis. */
export function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll(/\*+|\\(?=\|)/g, "");
}
