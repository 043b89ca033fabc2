// What the service asks of the platform for one request, as the recorder notes it and the baseline repeats it.

/** Bytes travel as base64. */
export type Param = string | number | null | { bytes: string };

export interface Statement {
  sql: string;
  params: Param[];
}

export type QueryMethod = "all" | "raw" | "run" | "batch";

/** A call of the platform, in the order in which the service began it. */
export type Step =
  | { kind: "limit"; binding: string; key: string }
  | { kind: "query"; method: QueryMethod; statements: Statement[] }
  /** A call of the intent's object: the steps that it takes are `Recording.objects[call]`. */
  | { kind: "object"; call: number }
  | { kind: "get"; key: string }
  | { kind: "put"; key: string; value: unknown }
  /** Of an object's storage. */
  | { kind: "transaction"; steps: Step[] }
  /** `at` is epoch milliseconds. */
  | { kind: "alarm"; at: number | null }
  | { kind: "send"; binding: string; bodies: unknown[]; delaySeconds: number }
  | { kind: "post"; url: string; headers: Record<string, string>; body: string }
  /** The caller has the result: what follows continues in the background. */
  | { kind: "done" };

export interface Recording {
  /** Epoch milliseconds: times in the parameters are shifted from then to now. */
  recordedAt: number;
  worker: Step[];
  objects: Step[][];
  /** By queue name: the steps for one message. */
  queues: Record<string, Step[]>;
}

/** A recorded request with its response, which the baseline sends byte for byte, but for the intent's id and its QR code. */
export interface Plan extends Recording {
  /** The recorded id of what the request or message names, or of what it creates. */
  subjectId: string | null;
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The QR code of an intent that the request creates; null where the recorded image is sent. */
  code: QrCode | null;
}

export interface QrCode {
  /** A data URI. */
  image: string;
  payload: string;
}

/** Names the measured route in each request, so that the baseline needs no routing. The service ignores it. */
export const ROUTE_HEADER = "x-bench-route";

/** What the recorder has noted, and how many messages and posts are still under way. */
export interface Notes {
  recording: Recording;
  underWay: number;
}

/** At the recorder: a GET returns the notes, a DELETE begins new ones. */
export const RECORDING_PATH = "/bench/recording";
/** At the recorder: after a PUT, messages for webhooks are dropped, so that their events stay due; until a DELETE. */
export const HOLD_PATH = "/bench/hold-webhooks";
