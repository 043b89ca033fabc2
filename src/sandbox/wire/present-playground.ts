import { isoTime } from "#core/lib/time.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import type { ActiveFault, InboxMessage } from "#sandbox/domain/playground.ts";

export function presentFault({ fault, expiresAt }: ActiveFault): Wire<"SandboxFault"> {
  return { fault, expires_at: isoTime(expiresAt) };
}

export function presentMessage(message: InboxMessage): Wire<"InboxMessage"> {
  const { id, receivedAt, headers, body, responseStatus } = message;
  return { id, received_at: isoTime(receivedAt), headers, body, response_status: responseStatus };
}
