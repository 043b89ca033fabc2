import { describe, expect, it } from "vitest";
import {
  isUseNoted,
  type Session,
  sessionTokensPurpose,
  tillIdentity,
} from "#core/domain/sessions/session.ts";

const TEN_MINUTES = 600_000;
const NOW = Date.UTC(2026, 10, 22);

function aTill(change: Partial<Session> = {}): Session {
  const ids = { idHash: "hash-1", id: "session-1", merchantId: "merchant-1", counterId: "counter-1" };
  const times = { createdAt: NOW, lastUsedAt: NOW, expiresAt: NOW + TEN_MINUTES };
  return {
    ...ids,
    ...times,
    kind: "till",
    subject: crypto.randomUUID(),
    label: "Front",
    tokens: null,
    ...change,
  };
}

describe("isUseNoted", () => {
  it("is true for just under ten minutes after the last use", () => {
    expect(isUseNoted(aTill(), NOW + TEN_MINUTES - 1)).toBe(true);
    expect(isUseNoted(aTill(), NOW + TEN_MINUTES)).toBe(false);
  });
});

describe("sessionTokensPurpose", () => {
  it("is of one session", () => {
    expect(sessionTokensPurpose("hash-1")).toBe("session hash-1");
  });
});

describe("tillPrincipal", () => {
  it("acts as the counter's client, and is told apart by the session", () => {
    expect(tillIdentity(aTill())).toEqual({
      subject: "session-1",
      clientId: "counter-counter-1",
      roles: [],
      merchantId: "merchant-1",
      counterId: "counter-1",
      walletId: null,
      issuedAt: null,
    });
  });

  it("refuses a session without a counter", () => {
    expect(() => tillIdentity(aTill({ counterId: null }))).toThrow("a till's session without a counter");
  });
});
