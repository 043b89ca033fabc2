// What an entry of the audit trail says of its change, in words: settings and rights have the service's own names there.
import type { messages } from "./messages/en.ts";

const WITH_NAMES = ["settings.changed", "counter.created", "counter.rights_changed"];
/** A logo has no other name, and nobody knows it by this one. */
const DIGEST = /^[0-9a-f]{64}$/;

type Texts = typeof messages;
type Words = Readonly<Record<string, string>>;

/** What people have written, such as a till's name, is left as it is. */
export function auditDetails(action: string, details: string, t: Texts): string {
  if (!WITH_NAMES.includes(action)) return valuesOf(action, t)[details] ?? details;
  const names: Words = {
    address: t.settings.address,
    vat_id: t.settings.vatId,
    receipt_footer: t.settings.footer,
    currency: t.totals.currency,
    language: t.shell.language,
    time_zone: t.settings.timeZone,
    return_schemes: t.settings.apps,
    logo: t.settings.logo,
    can_refund: t.counters.canRefund,
    reads_own_only: t.counters.readsOwnOnly,
  };
  const values: Words = { ...t.audit.values, none: t.settings.none };
  const parts = details.split(", ").map((part) => {
    const [field = "", ...others] = part.split(" ").filter((word) => !DIGEST.test(word));
    const name = names[field] ?? field;
    if (others.every((other) => other in names)) return [name, ...others.map((other) => names[other])];
    return `${name}: ${others.map((other) => values[other] ?? other).join(" ")}`;
  });
  return parts.flat().join(", ");
}

function valuesOf(action: string, t: Texts): Words {
  if (action === "webhook_address.changed") return { removed: t.webhooks.noAddress };
  return action.startsWith("user.") ? t.shell.roles : {};
}
