import { expect, it } from "vitest";
import { auditDetails } from "#parts/dashboard/browser/audit-details.ts";
import { messages as de } from "#parts/dashboard/browser/messages/de.ts";
import { messages as en } from "#parts/dashboard/browser/messages/en.ts";

it.each([
  ["settings.changed", "address vat_id receipt_footer", "Address, VAT ID, Last lines of a receipt"],
  ["settings.changed", "currency language", "Currency, Language"],
  ["settings.changed", `logo ${"0a".repeat(32)}`, "Logo"],
  ["settings.changed", "logo none", "Logo: Not set"],
  ["settings.changed", "time_zone Europe/Berlin", "Time zone: Europe/Berlin"],
  ["settings.changed", "return_schemes com.a com.b", "Apps that customers return to: com.a com.b"],
  ["counter.created", "can_refund on", "Refund this counter’s payments: yes"],
  [
    "counter.rights_changed",
    "can_refund off, reads_own_only on",
    "Refund this counter’s payments: no, Read this counter’s payments only: yes",
  ],
  ["webhook_address.changed", "removed", "No address is set."],
  ["webhook_address.changed", "https://shop.example/hooks", "https://shop.example/hooks"],
  ["user.invited", "staff", "Staff"],
  ["till.renamed", "owner", "owner"],
])("%s with %s is said in words", (action, details, said) => {
  expect(auditDetails(action, details, en)).toBe(said);
});

it("is said in the reader's language", () => {
  expect(auditDetails("settings.changed", "time_zone UTC", de)).toBe("Zeitzone: UTC");
});
