import type { PartGuide } from "#core/part-guide.ts";
import { logEvents } from "./log-events.ts";

export const guide = {
  logEvents,
} satisfies PartGuide;
