import type { PartPages } from "#core/part-pages.ts";
import { auditTexts } from "./audit-texts.ts";

export const pages = { auditTexts, counterPanels: ["favourites-panel"] } satisfies PartPages;
