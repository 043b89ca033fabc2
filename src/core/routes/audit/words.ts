import type { OperationWords } from "#core/http/describe.ts";

export const AUDIT_WORDS: Record<string, OperationWords> = {
  listAuditTrail: [
    "Read the merchant's audit trail",
    "Newest first: who changed its access, settings and refunds, and from where.",
  ],
  listPlatformAuditTrail: ["Read the audit trail", "Newest first."],
  eraseAuditEntry: [
    "Erase personal data from an entry of the audit trail",
    "The entry stays in the trail, and the chain stays intact. The erasure gets an entry of its own.",
  ],
};
