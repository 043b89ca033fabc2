// The merchants' and customers' requests. What each client saw is the history that is checked.
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { requestIntent } from "./client-requests.ts";
import type { Operation, OtherRequest, Response, Slot } from "./history.ts";
import { requestMerchant } from "./merchant-requests.ts";
import { requestBlock, requestDesk, requestErasure, requestMovement } from "./movement-requests.ts";
import type { Command, IntentCommand, OtherCommand } from "./plan.ts";
import type { World } from "./world.ts";

export class Clients {
  readonly history: Operation[] = [];
  readonly requests: OtherRequest[] = [];
  readonly #slots = new Map<number, Slot>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  get slots(): Slot[] {
    return [...this.#slots.values()];
  }

  /** What was told of each intent. A block, or an erasure, may have rejected any request that waited, and nobody was told of that. */
  told(): Operation[] {
    const rejections = this.requests.flatMap(({ command, invokedAt }) => {
      if (command.do !== "block" && command.do !== "erase") return [];
      const { wallet } = command;
      const own = this.slots.filter(
        ({ create }) =>
          create.do === "scan" &&
          create.wallet === wallet &&
          (command.do === "erase" || create.merchant === command.merchant),
      );
      return own.map((slot): Operation => {
        const reject = { do: "reject", slot: slot.create.slot, wallet } as const;
        const response = { outcome: "unknown" } as const;
        return { slot, command: reject, invokedAt, returnedAt: Number.POSITIVE_INFINITY, response };
      });
    });
    return [...this.history, ...rejections];
  }

  send(command: Command): void {
    if ("slot" in command) this.#sendForIntent(command);
    else this.#sendOther(command);
  }

  #sendOther(command: OtherCommand): void {
    const { scheduler } = this.#world;
    const note = (outcome: string) => this.#world.note(`client ${describe(command)}: ${outcome}`);
    this.#world.note(`client ${describe(command)}`);
    const request: OtherRequest = {
      command,
      invokedAt: scheduler.now,
      acknowledgedAt: Number.POSITIVE_INFINITY,
      outcome: "unknown",
    };
    this.requests.push(request);
    this.#world
      .request((deps) => respondTo(this.#world, deps, command))
      ?.done.then(
        (outcome) => {
          note(outcome);
          Object.assign(request, { outcome, acknowledgedAt: scheduler.now });
        },
        (error: Error) => note(error.message),
      );
  }

  /** Reads every intent that a client knows. */
  readAll(): void {
    for (const [slot, { intentId }] of this.#slots) {
      if (intentId !== null) this.send({ do: "read", slot });
    }
  }

  /** A key stands for what it has made for ever. */
  createAllAgain(): void {
    for (const slot of this.#slots.keys()) this.send({ do: "create_again", slot, isChanged: false });
  }

  #sendForIntent(command: IntentCommand): void {
    const slot = this.#slotFor(command);
    if (slot === null) return;
    const { scheduler } = this.#world;
    const operation: Operation = {
      slot,
      command,
      invokedAt: scheduler.now,
      returnedAt: Number.POSITIVE_INFINITY,
      response: { outcome: "unknown" },
    };
    this.history.push(operation);
    this.#world.note(`client ${describe(command)}`);
    const isKeyed = isCreation(command) && slot.create.input.key !== null;
    if (isKeyed) this.#world.creations.set(operation, scheduler.now);
    const settle = (response: Response) => {
      this.#world.creations.delete(operation);
      operation.response = response;
      this.#world.note(`client ${describe(command)}: ${describeResponse(response)}`);
      if (response.outcome === "unknown") return;
      operation.returnedAt = scheduler.now;
      if (response.outcome === "ok") this.#learn(slot, response.intent);
    };
    const request = this.#world.request((deps) => requestIntent(deps, command, slot));
    request?.done.then(
      (result) =>
        settle(
          result.ok ? { outcome: "ok", intent: result.value } : { outcome: "refused", error: result.error },
        ),
      (error: Error) => {
        this.#world.note(`client error: ${error.message}`);
        settle({ outcome: "unknown" });
      },
    );
  }

  /** Returns null for a command that its client cannot send: it does not know the intent, or has no key to repeat. */
  #slotFor(command: IntentCommand): Slot | null {
    if (command.do === "create" || command.do === "scan") {
      const slot = { merchant: command.merchant, intentId: null, create: command };
      this.#slots.set(command.slot, slot);
      return slot;
    }
    const slot = this.#slots.get(command.slot) ?? null;
    if (command.do !== "create_again") return slot?.intentId ? slot : null;
    // A restored database may have forgotten an intent that its object remembers: its key then makes it anew.
    return slot?.create.input.key && !this.#world.hasBeenRestored ? slot : null;
  }

  #learn(slot: Slot, { id }: PaymentIntent): void {
    if (slot.intentId !== null && slot.intentId !== id) {
      this.#world.violations.push(`one idempotency key made two intents, ${slot.intentId} and ${id}`);
    }
    slot.intentId = id;
  }
}

/** What its client is told; throws where that is only that it failed. */
async function respondTo(world: World, deps: Dependencies, command: OtherCommand): Promise<string> {
  switch (command.do) {
    case "top_up":
    case "pay_out":
    case "adjustment":
      return await requestMovement(world, deps, command);
    case "block":
    case "unblock":
      return await requestBlock(deps, command);
    case "stop_desk":
    case "start_desk":
      return await requestDesk(deps, command);
    case "erase":
      return await requestErasure(deps, command);
    default:
      await requestMerchant(world, deps, command);
      return "done";
  }
}

export function isCreation(command: Command): boolean {
  return command.do === "create" || command.do === "scan" || command.do === "create_again";
}

export function describe({ do: name, ...rest }: Command): string {
  return `${name} ${JSON.stringify(rest)}`;
}

function describeResponse(response: Response): string {
  switch (response.outcome) {
    case "ok": {
      const { id, status, version, refundStatus, operation } = response.intent;
      return `${id.slice(-6)} v${version} ${status}, refund ${refundStatus}, operation ${operation?.key.slice(-9) ?? null}`;
    }
    case "refused":
      return response.error;
    case "unknown":
      return "no response";
  }
}
