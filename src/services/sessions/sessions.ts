// Sessions of browsers: made when a user signs in or a till is paired, ended by signing out or from the dashboard.
import { findCounter } from "../../db/counters/counters.ts";
import { findMerchant } from "../../db/merchants/merchants.ts";
import {
  type Session,
  type SessionTokens,
  sessionExpiry,
  sessionTokensPurpose,
} from "../../domain/session.ts";
import { issueSecret } from "../../lib/issued-secret.ts";
import { log } from "../../lib/log.ts";
import { open, seal } from "../../lib/seal.ts";
import { hashSecret } from "../../lib/secrets.ts";
import type { Dependencies } from "../dependencies.ts";

export interface OpenedSession {
  /** For the cookie; only its hash is stored. */
  secret: string;
  session: Session;
}

/** `tokens`: those of a user; a till has none. */
export async function openSession(
  { sessions, config, clock }: Dependencies,
  holder: Pick<Session, "kind" | "merchantId" | "counterId" | "subject" | "label">,
  tokens: SessionTokens | null,
): Promise<OpenedSession> {
  const secret = await issueSecret("session", config.masterKeys);
  const idHash = await hashSecret(secret);
  const now = clock();
  const purpose = sessionTokensPurpose(idHash);
  const sealed = tokens === null ? null : await seal(JSON.stringify(tokens), purpose, config.masterKeys);
  const times = {
    createdAt: now,
    lastUsedAt: now,
    expiresAt: sessionExpiry({ ...holder, createdAt: now }, now),
  };
  const session = { ...holder, ...times, idHash, id: crypto.randomUUID(), tokens: sealed };
  await sessions.insert(session);
  return { secret, session };
}

/**
 * Also at the provider. Should that fail, the session is over here, and its refresh token, of which there is no other
 * copy, is gone. Returns where to send the browser, so that the provider ends its own session there as well; null when
 * there is no such page, or the provider does not respond.
 */
export async function endSession(deps: Dependencies, { idHash, tokens }: Session): Promise<string | null> {
  await deps.sessions.end(idHash);
  if (tokens === null) return null;
  try {
    const opened = await open(tokens, sessionTokensPurpose(idHash), deps.config.masterKeys);
    return await deps.signIn.end(JSON.parse(opened) as SessionTokens);
  } catch (error) {
    log("warn", "provider_session_not_ended", { error });
    return null;
  }
}

/** What a page shows of it. */
export async function describeSession(
  { db, findStanding }: Dependencies,
  { kind, merchantId, counterId, subject }: Pick<Session, "kind" | "merchantId" | "counterId" | "subject">,
) {
  const [merchant, counter, standing] = await Promise.all([
    findMerchant(db, merchantId),
    counterId === null ? null : findCounter(db, merchantId, counterId),
    kind === "user" ? findStanding({ merchantId, counterId: null, userId: subject }) : null,
  ]);
  return {
    merchantName: merchant?.businessName ?? "",
    counterName: counter?.name ?? null,
    role: standing?.userRole ?? null,
  };
}
