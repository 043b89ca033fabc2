import type { FindingRow } from "#core/domain/reconciliation/reconciliation.ts";

export const findings = {
  movement_unfinished: {
    after: "refund_unfinished",
    action:
      "Nothing while the ledger is down: it is asked again under the same key. Otherwise look for sweep_movement_failed with this movement_id in the log, and look up the key at the ledger: if it has executed the transfer, or refuses it, resolve the movement by hand.",
  },
  movement_unrecorded: {
    after: "intent_missing",
    action:
      "The database was probably restored to a time before this movement. Its money has moved: do not enter it again at a desk, which would move it twice. It is missing in lists, exports and the limits of its day.",
  },
  float_mismatch: {
    after: "movement_unrecorded",
    action:
      "Have the ledger's operator audit its books: every transfer takes from one account what it gives another. Let no money out until it adds up.",
  },
} satisfies Record<string, FindingRow>;

declare global {
  interface PartFindings extends Record<keyof typeof findings, true> {}
}
