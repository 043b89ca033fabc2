// What Cloudflare refuses and the platform of the tests accepts:
// developers.cloudflare.com/durable-objects/platform/limits, …/d1/platform/limits and …/queues/platform/limits.

/** A key and its value in an object have at most this, and a parameter of a statement. */
const VALUE_BYTES_MAX = 2_000_000;
const PARAMETERS_MAX = 100;
const STATEMENT_BYTES_MAX = 100_000;
const MESSAGE_BYTES_MAX = 128_000;
const BATCH_BYTES_MAX = 256_000;
const BATCH_MESSAGES_MAX = 100;

export function assertStorable(key: string, value: unknown): void {
  if (isLonger(key + JSON.stringify(value), VALUE_BYTES_MAX, storedBytes)) {
    throw new Error("string or blob too big: SQLITE_TOOBIG");
  }
}

export function assertBindable(sql: string, parameters: readonly unknown[]): void {
  if (isLonger(sql, STATEMENT_BYTES_MAX, utf8Bytes))
    throw new Error("D1_ERROR: statement too long: SQLITE_TOOBIG");
  if (parameters.length > PARAMETERS_MAX) throw new Error("D1_ERROR: too many SQL variables: SQLITE_ERROR");
  for (const parameter of parameters) {
    if (typeof parameter === "string" && isLonger(parameter, VALUE_BYTES_MAX, utf8Bytes)) {
      throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
    }
  }
}

export function assertSendable(bodies: readonly unknown[]): void {
  const sizes = bodies.map((body) => utf8Bytes(JSON.stringify(body)));
  if (bodies.length > BATCH_MESSAGES_MAX) throw new Error("Queue sendBatch failed: Too Many Messages");
  if (sizes.some((bytes) => bytes > MESSAGE_BYTES_MAX))
    throw new Error("Queue send failed: Payload Too Large");
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  if (bytes > BATCH_BYTES_MAX) throw new Error("Queue sendBatch failed: Payload Too Large");
}

/** Texts are measured only where they may be too long: this runs with every write of every test. */
function isLonger(text: string, bytesMax: number, measure: (text: string) => number): boolean {
  return text.length * 3 > bytesMax && measure(text) > bytesMax;
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A text has two bytes for each character once one of them needs two. */
export function storedBytes(text: string): number {
  return text.length * (/[^\0-\xff]/.test(text) ? 2 : 1);
}
