import type { AlertText } from "./guide/alerts.ts";
import type { LogEventText } from "./guide/log-events.ts";

export interface MetricText {
  labels?: string;
  /** What the metric's own text leaves out. */
  note?: string;
  /** When an operator has to look, and what to do then. */
  alert?: [when: string, action: string];
}

/** What a part adds to the operators' guide, whose texts stay out of the Worker: main/parts-guide.ts names it. */
export interface PartGuide {
  /** Named in the global `PartLogEvents`. */
  logEvents?: Record<string, LogEventText>;
  /** What disagrees or is stuck, by the kind of the finding. */
  findingTexts?: Record<string, string>;
  alerts?: Record<string, AlertText>;
  metrics?: Record<string, MetricText>;
  /** What each metric shows, as `GET /metrics` has it. */
  metricsHelp?: Record<string, string>;
  /** Pages of its own, by the name of the file. */
  referencePages?: Record<string, ReferencePage>;
}

export interface ReferencePage {
  title: string;
  /** Headings, paragraphs, and tables by rows, of which the first is the header. Links are as from .github. */
  content: (string | [header: string[], ...rows: string[][]])[];
}
