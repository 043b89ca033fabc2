// The body of a request that creates a payment intent.
import type * as z from "zod/mini";
import { findMember } from "../lib/json-member.ts";
import { utf8 } from "../lib/utf8.ts";
import { type BodyCheck, jsonBody } from "./validate.ts";
import { checkUrlText, webhookUrlChecks } from "./webhook-url.ts";

const METADATA_BYTES_MAX = 16 * 1024;
const METADATA_DEPTH_MAX = 64;

export function intentBody<Schema extends z.ZodMiniType>(schema: Schema) {
  const callback = webhookUrlChecks("callback_url");
  // Nothing is sent to a `return_url`.
  const checks = [...callback.checks, checkUrlText("return_url"), checkMetadata];
  return jsonBody(schema, { ...callback, checks });
}

const checkMetadata: BodyCheck = async (c, body) => {
  const found = findMember(await c.req.text(), "metadata");
  const json = found === "null" ? null : found;
  c.set("metadataJson", json);
  if (json === null) return [];
  const isTooLarge = utf8(json).byteLength > METADATA_BYTES_MAX;
  if (isTooLarge) return [{ field: "metadata", message: "must be at most 16 KB of JSON" }];
  const isTooDeep = isDeeperThan(body.metadata, METADATA_DEPTH_MAX);
  return isTooDeep ? [{ field: "metadata", message: "must be nested at most 64 deep" }] : [];
};

/** An endpoint's parser may fail on what nests deeper than it can follow. */
function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1));
}
