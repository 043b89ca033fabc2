import type { PartOpenApi } from "#core/part.ts";
import { extendedResponses, responses } from "./responses.ts";
import { DESK_WORDS } from "./routes/desk-words.ts";

export const openapi = {
  responses,
  extendedResponses,
  words: {
    ...DESK_WORDS,
    approvePayOut: [
      "Approve a pay-out at a cash desk",
      "Safe to repeat. With 202 the ledger's result is not known yet.",
    ],
    getPayOut: ["Read a pay-out at a cash desk", "Also once it has ended."],
    rejectPayOut: ["Reject a pay-out at a cash desk", "Safe to repeat."],
  },
  tags: {
    Desk: {
      description:
        "The operator's cash desk: money into wallets, and out of them. Only for its own page, by the cookie `__Host-desk` of a paired tablet.",
      after: "Wallet",
    },
  },
  access: {
    desk: {
      callers: "a tablet that is paired with a desk, by its cookie",
      audiences: ["operator"],
      refusals: ["forbidden"],
      // The description names the tablet's cookie: generators make no code that compiles of a scheme by cookie.
      security: [],
    },
  },
  pathIdWords: {
    deskID: { description: "The desk's id.", from: ["desk", "desks"] },
    tabletID: { description: "The tablet's id.", from: ["tablets"] },
    shiftID: { description: "The shift's id.", from: ["shift"] },
    movementID: {
      description: "The movement's id.",
      from: ["movement", "movements", "pay_outs", "findings.movement_id"],
    },
  },
  componentExamples: {
    CurrencyFloat: {
      float: "12.50",
      wallets: "12.50",
      merchants: "0.00",
      in_flight: "0.00",
      difference: "0.00",
    },
    Shift: {
      opening_float: "100.00",
      top_ups: "250.00",
      corrections: "50.00",
      pay_outs: "30.00",
      expected: "270.00",
      counted: "269.50",
      difference: "-0.50",
    },
    Desk: { top_up_max: "200.00", top_up_day: "5000.00", pay_out_max: "50.00", pay_out_day: "500.00" },
    DeskPairing: { url: "https://payments.example.com/desk/pair#<CODE>" },
  },
  requestExamples: {
    ResolveMovement: {
      transaction: { transaction_id: "0e7d4c2b-5a91-4f38-8c6d-1b9e3f7a2d50" },
      declined: { outcome: "declined" },
    },
  },
} satisfies PartOpenApi;
