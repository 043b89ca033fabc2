// The push service of the customers' browsers, which cannot read what it carries.
import { createHash } from "node:crypto";
import { response } from "../platform/response.ts";

const TOPIC_BYTES = 24;

export class Pushes {
  /** The topics of all that it has accepted. */
  readonly topics = new Set<string | null>();

  respond(headers: Headers): Response {
    this.topics.add(headers.get("topic"));
    return response(201);
  }
}

/** The topic of a request for approval. */
export function topicOf(id: string): string {
  return createHash("sha256").update(id).digest().subarray(0, TOPIC_BYTES).toString("base64url");
}
