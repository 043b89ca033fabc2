// The parts that reach another kind of ledger than the contract's, by their `LEDGER_KIND`, in one line each.
export { createFormanceLedger as formance } from "#parts/formance/adapters/ledger-formance.ts";
