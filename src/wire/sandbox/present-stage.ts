import type { ActiveFault, InboxMessage } from "../../domain/stage.ts";
import { isoTime } from "../../lib/time.ts";
import type { Wire } from "../shared/wire-types.ts";

export function presentFault({ fault, expiresAt }: ActiveFault): Wire<"SandboxFault"> {
  return { fault, expires_at: isoTime(expiresAt) };
}

export function presentMessage(message: InboxMessage): Wire<"InboxMessage"> {
  const { id, receivedAt, headers, body, responseStatus } = message;
  return { id, received_at: isoTime(receivedAt), headers, body, response_status: responseStatus };
}
