import type { ActorKind } from "#core/domain/audit/audit-trail.ts";

/** Who made a change, and in which request. Stored with every event, except for reason and origin. */
export interface Actor {
  /** The OAuth client, or a part of the platform. */
  client: string;
  /** Who used the client, as histories name the person; absent for a machine. */
  person?: string;
  requestId: string | null;
  /** The caller's words, for the audit trail alone; absent where none is asked for. */
  reason?: string;
  /** It is for the audit trail. Absent when the service acts by itself, or for a Worker of version 1.0. */
  origin?: Origin;
}

/** Who is behind a request, and from where. */
export interface Origin {
  kind: ActorKind;
  /** The `sub` of the access token; null when no one has authenticated. */
  subject: string | null;
  /** The key of lib/address-key.ts; null when there are several addresses. */
  addressKey: string | null;
}
