// Who and what an id stands for, in words: an id itself is for developers.

import { type Child, isolated } from "#pages/browser/kit/h.ts";
import type { Counter } from "#sdk/index.ts";
import { t } from "./text.ts";

export interface Names {
  /** By the subjects of users; none where only the identity provider knows them. */
  emails: ReadonlyMap<string, string>;
  counters: ReadonlyMap<string, Counter>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return UUID.test(text);
}

/** Histories name a user by the subject, a customer by the wallet, and all others by their OAuth client. */
export function nameOfActor(actor: string, { emails, counters }: Names): Child {
  const { kinds } = t.audit;
  const email = emails.get(actor);
  if (email !== undefined) return isolated(email);
  if (isId(actor)) return emails.size === 0 ? kinds.user : t.audit.userGone;
  if (actor.startsWith("wallet-")) return kinds.customer;
  const counter = [...counters.values()].find(({ idp_client_id: client }) => client === actor);
  if (counter !== undefined) return isolated(counter.name);
  return actor.startsWith("merchant-") ? kinds.merchant : kinds.system;
}
