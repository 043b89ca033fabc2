// Guards of the service, each with a change that breaks it. The simulator must notice every one.
import type { Patch } from "./platform/hooks.ts";

export const BROKEN_GUARDS: Record<string, Patch> = {
  // What D1 has is never replaced by an older version.
  "projection-version": {
    file: "core/db/payment-intents/projection.ts",
    find: 'setWhere: lt(paymentIntents.version, excluded("version")),',
    replace: "",
  },
  // An object is emptied only when D1 is seen to have all of it.
  "read-back": {
    file: "core/durable/payment-intent-object.ts",
    find: "isDeletable(document, Date.now()) && (await this.#check.confirmStored(document));",
    replace: "isDeletable(document, Date.now());",
  },
  // Events that were sent are kept for a database that is restored.
  "sent-events-kept": {
    file: "core/durable/intent-document.ts",
    find: "sent: [...document.sent, ...document.outbox.filter((event) => sent.has(event.id))],",
    replace: "sent: [],",
  },
  // Publishing leaves what was added meanwhile.
  "outbox-added-meanwhile": {
    file: "core/durable/intent-document.ts",
    find: "outbox: document.outbox.filter((event) => !sent.has(event.id)),",
    replace: "outbox: [],",
  },
  // The outbox is cleared only once D1 has it.
  "outbox-until-stored": {
    file: "core/durable/outbox-publisher.ts",
    find: "const projecting = projectIntent(",
    replace: "this.#options.onPublished(document); const projecting = projectIntent(",
  },
  // Every commit has its alarm.
  "alarm-with-commit": {
    file: "core/durable/document-store.ts",
    find: "this.#ctx.waitUntil(this.#ctx.storage.setAlarm(committed.alarmAt));",
    replace: "{}",
  },
  // The operation is stored before the ledger is called.
  "operation-before-call": {
    file: "core/durable/document-store.ts",
    find: "this.#ctx.storage.kv.put(DOCUMENT, committed);",
    replace: "if (committed.intent.operation === null) this.#ctx.storage.kv.put(DOCUMENT, committed);",
  },
  // A transfer is retried under its own key …
  "same-key-again": {
    file: "core/durable/ledger-calls.ts",
    find: "key: operation.key,\n    fromAccountId",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    replace: "key: `${operation.key}:${operation.attempts}`,\n    fromAccountId",
  },
  // … and an unknown result is never taken for a decline.
  "unknown-is-unknown": {
    file: "core/adapters/ledger.ts",
    find: 'return { outcome: "unknown" };',
    replace: 'return { outcome: "declined", reason: "insufficient_funds" };',
  },
  // So is a movement's, whoever repeats it …
  "movement-key": {
    file: "parts/desk/domain/movement.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    find: "return `${kind}:${id}`;",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    replace: "return `${kind}:${id}:${Math.random()}`;",
  },
  // … and also once a restored database has forgotten it.
  "movement-id-from-key": {
    file: "parts/desk/services/movements.ts",
    find: "return derivedUuid(await hmacOf(config.idempotencyKeySecret, parts));",
    replace:
      "return derivedUuid(await hmacOf(config.idempotencyKeySecret, parts.slice(0, -1).fill(Math.random() * 256)));",
  },
  // A desk that is stopped begins nothing.
  "stopped-desk": {
    file: "parts/desk/db/desk-movements.ts",
    find: "if (use === null) return { isAllowed: isActive };",
    replace: "if (use === null) return { isAllowed: sql`TRUE` };",
  },
  // Nor does a payment of a merchant that is suspended, whatever its object was told before …
  "suspended-merchant": {
    file: "core/durable/admit.ts",
    find: "return ok(stop.value ? { ...command, isStopped: true } : command);",
    replace: "return ok(command);",
  },
  // … and a merchant that is suspended ends and refunds nothing.
  "suspended-caller": {
    file: "core/durable/admit.ts",
    find: "const refusal = actorRefusal(check, restrictions);",
    replace: "const refusal = null as ReturnType<typeof actorRefusal>;",
  },
  // A counter refunds only what it has created, …
  "counter-refunds-own": {
    file: "core/domain/payment-intents/decide.ts",
    find: 'if (!isOwn(intent, command)) return refused(intent, "not_found");\n  if (key !== null',
    replace: "if (key !== null",
  },
  // … and only where its merchant allows it.
  "counter-may-refund": {
    file: "core/domain/merchants/restrictions.ts",
    find: 'if (forRefund && key.counterId !== null && !restrictions.canRefund) return "forbidden";',
    replace: "",
  },
  // A payment's own address takes the types that it names.
  "callback-events": {
    file: "core/db/webhooks/event-endpoint.ts",
    find: "coalesce(i.callback_events, ",
    replace: "coalesce(NULL, ",
  },
  // Wallets are told of their refunds.
  "wallet-told-of-refund": {
    file: "core/wire/wallet/cloud-events.ts",
    find: "if (settled !== undefined && completedBy !== null)",
    replace: 'if (settled === "payment" && completedBy !== null)',
  },
  // The sweep repeats movements whose requests were killed.
  "sweep-of-movements": {
    file: "parts/desk/services/sweep-movements.ts",
    find: "const settled = await settleTogether(run, found);",
    replace: "const settled = found.length;",
  },
  // No payment begins at or after the deadline.
  "deadline-at-confirm": {
    file: "core/domain/payment-intents/decide.ts",
    find: "isFromLedger(command) ? unchanged(intent) : applyDeadline(intent, now);",
    replace: "unchanged(intent);",
  },
  // One payment at a time.
  "one-payer": {
    file: "core/domain/payment-intents/decide.ts",
    find: 'if (intent.operation !== null && intent.operation.walletId !== walletId) return "payment_in_progress";',
    replace: "",
  },
  // A payment under way cannot be cancelled.
  "no-cancel-in-flight": {
    file: "core/domain/payment-intents/decide.ts",
    find: 'return refused(intent, "not_pending");\n  if (intent.operation !== null)',
    replace: 'return refused(intent, "not_pending");\n  if (intent.operation === undefined)',
  },
  // Nor can a request for approval be withdrawn or rejected then.
  "no-withdrawal-in-flight": {
    file: "core/domain/payment-intents/decide.ts",
    find: 'if (intent.operation !== null) return refused(intent, "payment_in_progress");\n  return cancelled(intent, reason, now);',
    replace: "return cancelled(intent, reason, now);",
  },
  // One refund.
  "one-refund": {
    file: "core/domain/payment-intents/decide.ts",
    find: 'if (intent.refundStatus !== null) return refused(intent, "already_refunded");',
    replace: "",
  },
  // A delivery counts as delivered when its receiver said so.
  "delivered-by-receiver": {
    file: "core/webhooks/deliver.ts",
    find: "const isDelivered = isSuccess(outcome.status);",
    replace: "const isDelivered = true;",
  },
  // The sweep delivers what the queue has lost …
  "sweep-of-deliveries": {
    file: "main/scheduled.ts",
    find: "overdue_deliveries: () => sweepOverdueDeliveries(run),",
    replace: "",
  },
  // … and expires what nobody has touched.
  "sweep-of-intents": {
    file: "main/scheduled.ts",
    find: "overdue_intents: () => sweepOverdueIntents(run),",
    replace: "",
  },
  // One idempotency key, one request.
  "same-key-same-request": {
    file: "core/services/payment-intents/payment-intents.ts",
    find: "if (intent.fingerprint === keyed.fingerprint) return ok({ intent, isReplay: true });",
    replace: "return ok({ intent, isReplay: true });",
  },
  // A change of an account is in every cell before it is acknowledged …
  "copies-before-response": {
    file: "core/services/merchants/account-copies.ts",
    find: "await renewCopies(shards, merchantId);",
    replace: "void renewCopies(shards, merchantId).catch(() => {});",
  },
  // … no older copy replaces it …
  "copy-version": {
    file: "core/db/merchants/account-copies.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    find: "const greater = sql`max(${accountCopies.version}, ${version})`;",
    replace: "const greater = version;",
  },
  // … and no account is read before its cell is registered.
  "register-before-read": {
    file: "core/db/merchants/account-copies.ts",
    find: "await home.batch(register(home, merchantId, [cell.name]));\n    await copyTo(shards, merchantId, [cell.name]);",
    replace: `const account = await home.batch([
        home.select().from(merchants).where(eq(merchants.id, merchantId)),
      ]);
      await home.batch(register(home, merchantId, [cell.name]));
      const batch = async (read) => [(await home.batch(read))[0], ...account];
      await copyTo({ ...shards, home: Object.create(home, { batch: { value: batch } }) }, merchantId, [cell.name]);`,
  },
  // What a key may have made elsewhere is looked for by one object, whatever setting a Worker has.
  "keyed-create-by-object": {
    file: "core/services/payment-intents/payment-intents.ts",
    find: "return others.length > 0\n    ? await deps.intents.create(intent)\n    : await createIntent(deps.shards, shard, intent);",
    replace:
      "return await createIntent(deps.shards, others.length > 0 ? deps.shards.ofNew(intent.id, intent.createdAt) : shard, intent);",
  },
  // A Worker whose setting lacks cells that are in force makes nothing.
  "refused-setting": {
    file: "core/shards/lasting-settings.ts",
    find: "if (fault !== null) throw fault;",
    replace: "",
  },
};

/** Guards of our ledger. */
export const LEDGER_GUARDS: Record<string, Patch> = {
  // The ledger moves a pending refund's money on once.
  "ledger-settles-once": {
    file: "core/ledger/rules.ts",
    find: "return { firstLine: 3, fromAccountId: CLEARING_ACCOUNT_ID, toAccountId };",
    replace:
      "return { firstLine: 3 + Math.floor(Math.random() * 1e9), fromAccountId: CLEARING_ACCOUNT_ID, toAccountId };",
  },
};

/** Guards of the adapter for Formance Ledger, with `--ledger formance`. */
export const FORMANCE_GUARDS: Record<string, Patch> = {
  // A decline is definite only once its key is used up …
  "burn-before-decline": {
    file: "parts/formance/adapters/ledger-formance.ts",
    find: 'const reply = await call("/transactions", posted(presentBurn(transfer, posting, reason)));',
    replace:
      'const reply = { status: 200, body: { data: { id: 1, timestamp: "", ...presentBurn(transfer, posting, reason) } } };',
  },
  // … and it is used up for transfers that arrive later.
  "key-in-reference": {
    file: "parts/formance/wire/formance-transactions.ts",
    find: "reference: transfer.key,\n    postings: [posting],\n    metadata: { transaction_type",
    replace: "postings: [posting],\n    metadata: { transaction_type",
  },
};
