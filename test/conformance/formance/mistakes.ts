// Mistakes that the adapter for Formance Ledger could make, one each, and the requirements that name them.
import type { Patch } from "../mistaken-source.ts";

export interface Mistake {
  patches: Patch[];
  unmet: string[];
}

const ADAPTER = "adapters/ledger-formance.ts";
const DECISIONS = "adapters/formance-decisions.ts";
const HISTORY = "adapters/formance-history.ts";
const ACCOUNTS = "wire/payment-intents/formance-accounts.ts";
const TRANSACTIONS = "wire/payment-intents/formance-transactions.ts";

const AFTER_BURN = "if (posted === null) return afterRefusal(reply);";
const DECLINED = 'done({ outcome: "declined", reason })';
const SEND_BURN =
  'const reply = await call("/transactions", posted(presentBurn(transfer, posting, reason)));';

export const MISTAKES: Record<string, Mistake> = {
  "takes a 409 at the burn for paid": {
    patches: [
      [
        DECISIONS,
        AFTER_BURN,
        `if (reply.status === 409) return done({ outcome: "settled", transactionId: "1" }); ${AFTER_BURN}`,
      ],
    ],
    unmet: ["formance.interrupted"],
  },
  "takes a 409 at the burn for declined": {
    patches: [[DECISIONS, AFTER_BURN, `if (reply.status === 409) return ${DECLINED}; ${AFTER_BURN}`]],
    unmet: ["formance.interrupted", "formance.foreign"],
  },
  "burns nothing": {
    patches: [
      [
        ADAPTER,
        SEND_BURN,
        'if (reason) return { outcome: "declined", reason }; const reply = { status: 0, body: null };',
      ],
    ],
    unmet: ["key.decline", "read.decline-by-key", "formance.interrupted"],
  },
  "takes a burn without a reply for a decline": {
    patches: [
      [
        ADAPTER,
        SEND_BURN,
        `${SEND_BURN.replace(";", ".catch(() => null);")} if (reply === null) return { outcome: "declined", reason };`,
      ],
    ],
    unmet: ["formance.interrupted"],
  },
  "burns under the payment's Idempotency-Key": {
    patches: [
      [
        ADAPTER,
        "presentBurn(transfer, posting, reason))",
        "presentBurn(transfer, posting, reason), transfer.key)",
      ],
    ],
    unmet: ["formance.requests"],
  },
  "burns between the accounts themselves": {
    patches: [
      [
        TRANSACTIONS,
        "source: WORLD, destination: BURNED,",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
        "source: `wallets:${transfer.fromAccountId}`, destination: `merchants:${transfer.toAccountId}`,",
      ],
      [TRANSACTIONS, "posting?.destination !== BURNED || ", "posting === undefined || "],
    ],
    unmet: ["formance.burns-hidden"],
  },
  "finds burns by their id": {
    patches: [
      [
        ADAPTER,
        "return readBurn(transaction) === null ? readPosted(transaction) : null;",
        "return readPosted(transaction);",
      ],
    ],
    unmet: ["formance.burns-hidden"],
  },
  "looks up no burns": {
    patches: [
      [
        ADAPTER,
        "readTransaction(readBurn(found) ?? readPosted(found))",
        "readTransaction(readPosted(found))",
      ],
    ],
    unmet: ["read.decline-by-key"],
  },
  "takes any decline under the key for the request's": {
    patches: [
      [
        DECISIONS,
        "if (declined !== null && isDeclineOf(declined, transfer)) return",
        "if (declined !== null) return",
      ],
    ],
    unmet: ["key.decline-other-request"],
  },
  "completes with another amount": {
    patches: [[TRANSACTIONS, "posting.amount === wanted.amount &&", ""]],
    unmet: ["key.other-request", "formance.foreign"],
  },
  "completes with another asset": {
    patches: [[TRANSACTIONS, "&&\n        posting.asset === wanted.asset", ""]],
    unmet: ["key.other-request", "formance.foreign"],
  },
  "completes with another payer's money": {
    patches: [[TRANSACTIONS, "posting?.source === wanted.source &&", "posting !== undefined &&"]],
    unmet: ["key.other-request", "formance.foreign"],
  },
  "completes with another payee's": {
    patches: [[TRANSACTIONS, "posting.destination === wanted.destination &&", ""]],
    unmet: ["key.other-request", "formance.foreign"],
  },
  "does not look up a key with another body": {
    patches: [[DECISIONS, 'codeOf(reply) === "VALIDATION"', 'codeOf(reply) === "NONE"']],
    unmet: ["key.other-request"],
  },
  "posts without a reference": {
    patches: [
      [
        TRANSACTIONS,
        "reference: transfer.key,\n    postings: [posting],\n    metadata: { transaction_type",
        "postings: [posting],\n    metadata: { transaction_type",
      ],
    ],
    unmet: ["read.by-key", "formance.interrupted"],
  },
  "takes the float for a wallet": {
    patches: [[ACCOUNTS, "prefixes.includes(WORLD) ? [WORLD] : []", "[WORLD]"]],
    unmet: ["movement.pairs"],
  },
  "shows the float as it is below zero": {
    patches: [[ACCOUNTS, "0 - sumOf(sums.world)", "sumOf(sums.world)"]],
    unmet: ["totals.sum"],
  },
  "takes every adjusted account for a merchant's": {
    patches: [[ACCOUNTS, "adjustment: [ANY, ANY]", "adjustment: [[WORLD, MERCHANTS], [WORLD, MERCHANTS]]"]],
    unmet: ["movement.adjustment"],
  },
  "looks up by a parameter that is ignored": {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    patches: [[ADAPTER, "`/transactions?query=${query}`", "`/transactions?reference=${query}`"]],
    unmet: ["read.by-key"],
  },
  "credits wallets that nobody has opened": {
    patches: [[ACCOUNTS, "return destination === WORLD ? source : destination;", "return null;"]],
    unmet: ["decline.unknown-payee", "movement.declines"],
  },
  "has two decimals in every currency": {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    patches: [[ACCOUNTS, "`${currency}/${exponent}`", "`${currency}/2`"]],
    unmet: ["formance.assets"],
  },
  "begins each page at the newest": {
    patches: [
      [HISTORY, "isNear ? transactions.slice(skipped) : transactions", "transactions.slice(0, limit)"],
    ],
    unmet: ["history.pages"],
  },
  "begins far pages one transaction too late": {
    patches: [[HISTORY, "(await countTo(middle)) >= skipped", "(await countTo(middle)) > skipped"]],
    unmet: ["formance.pages"],
  },
};
