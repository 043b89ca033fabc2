import { PER_EMAIL, PER_MERCHANT } from "#core/domain/merchants/invitation-limits.ts";
import type { OperationWords } from "#core/http/describe.ts";
import { BOOKINGS_MAX } from "#core/services/payment-intents/statement-lines.ts";

export const MERCHANTS_WORDS: Record<string, OperationWords> = {
  suspendMerchant: [
    "Suspend a merchant",
    "From this moment the merchant gets no logins and no new tokens, commands are refused even with tokens already issued, and its open intents cannot be paid. Work under way finishes; issued tokens can read until they expire. A counter or an invitation that is being made is undone.",
  ],
  reinstateMerchant: [
    "End a merchant's suspension",
    "Disabled users stay disabled, and inactive counters stay inactive.",
  ],
  stopRefunds: [
    "Stop a merchant's refunds",
    "Refunds that were already accepted finish. Nothing else is affected.",
  ],
  allowRefunds: ["Allow a merchant's refunds again", "By default refunds are allowed."],
  disableUser: [
    "Disable a merchant's dashboard user",
    "Ends the user's sessions and pairing codes: the user cannot log in, and requests with tokens already issued are refused. Tills that the user has paired stay: they are listed to be revoked.",
  ],
  enableUser: [
    "Enable a merchant's dashboard user again",
    "The password stays the same. Earlier sessions are not restored.",
  ],
  revokeAccess: [
    "List and end what was made with stolen access",
    "With `since` and `dry_run`, lists the users invited, counters created, tills paired, webhook addresses set and payment intents created by clients since then. Otherwise ends exactly the ids that are given. Users can be enabled again, and the merchant can set its address again; counters and tills are made anew.",
  ],
  makeUserOwner: [
    "Make a merchant's dashboard user an owner",
    "The way back where none of a merchant's users is an owner, as after a restore of the database.",
  ],
  revokeCounter: [
    "Revoke a counter",
    "Its credentials and tokens stop working at once and permanently. Its open intents stay payable and refundable.",
  ],
  getMerchantSettings: ["Read the merchant's settings"],
  updateMerchantSettings: ["Update the merchant's settings", "Fields that are left out stay as they are."],
  setLogo: [
    "Set the merchant's logo",
    "A PNG of at most 24 KB and 256 × 256 pixels, without comments and profiles. It is shown to customers, at an address that changes with it.",
  ],
  deleteLogo: ["Remove the merchant's logo"],
  setReturnSchemes: [
    "Set the schemes of apps that customers may return to",
    "All of them, instead of those before. From then on, `return_url` may have one of them, such as `com.example.shop:/paid`, beside https. Intents that there are keep theirs.",
  ],
  rotateCredentials: [
    "Get a new client secret",
    "The old one gets no more tokens. Tokens that it has got stay valid until they expire. Who has lost the secret and cannot sign in asks the platform's administrator.",
  ],
  listMerchantUsers: ["List the merchant's dashboard users"],
  inviteMerchantUser: [
    "Invite a dashboard user",
    `To invite someone again whose link was lost or has expired, remove the user first. A merchant can invite ${PER_MERCHANT.most} times an hour, and an email can be invited ${PER_EMAIL.most} times a day, by all merchants together, whether or not that succeeds. For every email that cannot be invited the refusal is the same, whatever the reason. An invitation ends when its email is registered before a password is set: see \`invitation_ended_at\`.`,
  ],
  updateMerchantUser: ["Change a dashboard user's role", "From the user's next request on."],
  removeMerchantUser: [
    "Remove a dashboard user",
    "The user's tokens, sessions and pairing codes end at once. Tills that the user has paired stay: they are listed to be revoked.",
  ],
  registerMerchant: ["Register a merchant"],
  listMerchants: ["List merchants", "Newest first."],
  getMerchant: ["Read a merchant"],
  updateMerchant: [
    "Rename a merchant, or change its email",
    "With a new email, its first dashboard user logs in by that address; password and role stay. Existing intents keep the old name. Repeat the request if it fails.",
  ],
  closeMerchant: [
    "Close a merchant",
    "Suspends the merchant, ends its sessions and deactivates its counters permanently; it takes no new payments even when it is reinstated, as to refund. Activating it reopens it. What the identity provider has to do may follow later.",
  ],
  activateMerchant: [
    "Activate a merchant",
    "In live, a merchant is inactive until this is done. Reopens a closed one.",
  ],
  deactivateMerchant: [
    "Deactivate a merchant",
    "It can take no new payments. Its open intents stay payable, cancellable and refundable.",
  ],
  rotateMerchantCredentials: ["Replace a merchant's client secret", "For a secret that was lost."],
  createSetupLink: ["Create a new link to set the dashboard password"],
  listTransactions: [
    "List ledger transactions",
    "The merchant's account at the ledger, newest first: payments, refunds, and adjustments by the operator.",
  ],
  getTotals: [
    "Read what was paid and refunded on a day",
    "Per currency, and per counter; the counters' rows add up to those of the currencies. Days are of the merchant's time zone. A payment counts on the day on which it completed, a refund on the day on which it settled. A till gets those of its own counter.",
  ],
  getPaymentsCsv: [
    "Download payments and refunds as CSV",
    `A row for each payment that completed and each refund that settled, the latter with a negative amount: per currency, they add up to the \`net\` of the totals of the same days. At most ${BOOKINGS_MAX.toLocaleString("en")} rows. UTF-8 with a byte order mark; times are of the merchant's time zone. Text that a spreadsheet would take for a formula has an apostrophe before it, unless \`texts\` is \`raw\`.`,
  ],
};
