import type { PartGuide } from "#core/part-guide.ts";
import { logEvents } from "./log-events.ts";
import { referencePages } from "./reference.ts";

export const guide = {
  logEvents,
  referencePages,
} satisfies PartGuide;
