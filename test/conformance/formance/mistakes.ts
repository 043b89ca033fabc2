// Mistakes that the adapter for Formance Ledger could make, one each, and the requirements that name them.
import type { Mistakes } from "../mistaken-source.ts";

const ADAPTER = "parts/formance/adapters/ledger-formance.ts";
const DECISIONS = "parts/formance/adapters/formance-decisions.ts";
const HISTORY = "parts/formance/adapters/formance-history.ts";
const ACCOUNTS = "parts/formance/wire/formance-accounts.ts";
const TRANSACTIONS = "parts/formance/wire/formance-transactions.ts";

const AFTER_BURN = "if (posted === null) return afterRefusal(reply);";
const DECLINED = 'done({ outcome: "declined", reason })';
const SEND_BURN =
  'const reply = await call("/transactions", posted(presentBurn(transfer, posting, reason)));';

export const MISTAKES: Mistakes = {
  "takes a 409 at the burn for paid": [
    "formance.interrupted",
    [
      DECISIONS,
      AFTER_BURN,
      `if (reply.status === 409) return done({ outcome: "settled", transactionId: "1" }); ${AFTER_BURN}`,
    ],
  ],
  "takes a 409 at the burn for declined": [
    "formance.interrupted formance.foreign",
    [DECISIONS, AFTER_BURN, `if (reply.status === 409) return ${DECLINED}; ${AFTER_BURN}`],
  ],
  "burns nothing": [
    "key.decline read.decline-by-key formance.interrupted",
    [
      ADAPTER,
      SEND_BURN,
      'if (reason) return { outcome: "declined", reason }; const reply = { status: 0, body: null };',
    ],
  ],
  "takes a burn without a reply for a decline": [
    "formance.interrupted",
    [
      ADAPTER,
      SEND_BURN,
      `${SEND_BURN.replace(";", ".catch(() => null);")} if (reply === null) return { outcome: "declined", reason };`,
    ],
  ],
  "burns under the payment's Idempotency-Key": [
    "formance.requests",
    [
      ADAPTER,
      "presentBurn(transfer, posting, reason))",
      "presentBurn(transfer, posting, reason), transfer.key)",
    ],
  ],
  "burns between the accounts themselves": [
    "formance.burns-hidden",
    [
      TRANSACTIONS,
      "source: WORLD, destination: BURNED,",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
      "source: `wallets:${transfer.fromAccountId}`, destination: `merchants:${transfer.toAccountId}`,",
    ],
    [TRANSACTIONS, "posting?.destination !== BURNED || ", "posting === undefined || "],
  ],
  "finds burns by their id": [
    "formance.burns-hidden",
    [
      ADAPTER,
      "return readBurn(transaction) === null ? readPosted(transaction) : null;",
      "return readPosted(transaction);",
    ],
  ],
  "looks up no burns": [
    "read.decline-by-key",
    [ADAPTER, "readTransaction(readBurn(found) ?? readPosted(found))", "readTransaction(readPosted(found))"],
  ],
  "takes any decline under the key for the request's": [
    "key.decline-other-request",
    [
      DECISIONS,
      "if (declined !== null && isDeclineOf(declined, transfer)) return",
      "if (declined !== null) return",
    ],
  ],
  "completes with another amount": [
    "key.other-request formance.foreign",
    [TRANSACTIONS, "posting.amount === BigInt(wanted.amount) &&", ""],
  ],
  "completes with another asset": [
    "key.other-request formance.foreign",
    [TRANSACTIONS, "&&\n        posting.asset === wanted.asset", ""],
  ],
  "completes with another payer's money": [
    "key.other-request formance.foreign",
    [TRANSACTIONS, "posting?.source === wanted.source &&", "posting !== undefined &&"],
  ],
  "completes with another payee's": [
    "key.other-request formance.foreign",
    [TRANSACTIONS, "posting.destination === wanted.destination &&", ""],
  ],
  "does not look up a key with another body": [
    "key.other-request",
    [DECISIONS, 'codeOf(reply) === "VALIDATION"', 'codeOf(reply) === "NONE"'],
  ],
  "posts without a reference": [
    "read.by-key formance.interrupted",
    [
      TRANSACTIONS,
      "reference: transfer.key,\n    postings: [posting],\n    metadata: { transaction_type",
      "postings: [posting],\n    metadata: { transaction_type",
    ],
  ],
  "takes the float for a wallet": [
    "movement.pairs",
    [ACCOUNTS, "prefixes.includes(WORLD) ? [WORLD] : []", "[WORLD]"],
  ],
  "shows the float as it is below zero": [
    "totals.sum",
    [ACCOUNTS, "-sumOf(sums.world)", "sumOf(sums.world)"],
  ],
  "takes every adjusted account for a merchant's": [
    "movement.adjustment",
    [ACCOUNTS, "adjustment: [ANY, ANY]", "adjustment: [[WORLD, MERCHANTS], [WORLD, MERCHANTS]]"],
  ],
  "looks up by a parameter that is ignored": [
    "read.by-key",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    [ADAPTER, "`/transactions?query=${query}`", "`/transactions?reference=${query}`"],
  ],
  "credits wallets that nobody has opened": [
    "decline.unknown-payee movement.declines",
    [ACCOUNTS, "return destination === WORLD ? source : destination;", "return null;"],
  ],
  "has two decimals in every currency": [
    "formance.assets",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    [ACCOUNTS, "`${currency}/${exponent}`", "`${currency}/2`"],
  ],
  "begins each page at the newest": [
    "history.pages",
    [HISTORY, "isNear ? transactions.slice(skipped) : transactions", "transactions.slice(0, limit)"],
  ],
  "begins far pages one transaction too late": [
    "formance.pages",
    [HISTORY, "(await countTo(middle)) >= skipped", "(await countTo(middle)) > skipped"],
  ],
};
