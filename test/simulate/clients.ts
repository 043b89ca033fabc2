// The merchants' and customers' requests. What each client saw is the history that is checked.
import type { PaymentIntent } from "../../src/domain/payment-intent.ts";
import { requestIntent } from "./client-requests.ts";
import type { MerchantRequest, Operation, Response, Slot } from "./history.ts";
import { requestMerchant } from "./merchant-requests.ts";
import { requestMovement } from "./movement-requests.ts";
import type { Command, IntentCommand, MerchantCommand, MovementCommand } from "./plan.ts";
import type { World } from "./world.ts";

/** What the desk has sent, by key, and the keys of which it was told that the money has moved. */
export interface MovementHistory {
  commands: Map<string, MovementCommand>;
  completed: Set<string>;
}

export class Clients {
  readonly history: Operation[] = [];
  readonly requests: MerchantRequest[] = [];
  readonly movements: MovementHistory = { commands: new Map(), completed: new Set() };
  readonly #slots = new Map<number, Slot>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  get slots(): Slot[] {
    return [...this.#slots.values()];
  }

  send(command: Command): void {
    if ("slot" in command) this.#sendForIntent(command);
    else if ("key" in command) this.#sendForDesk(command);
    else this.#sendForMerchant(command);
  }

  #sendForMerchant(command: MerchantCommand): void {
    const { scheduler } = this.#world;
    this.#world.note(`client ${describe(command)}`);
    const request = { command, invokedAt: scheduler.now, acknowledgedAt: Number.POSITIVE_INFINITY };
    this.requests.push(request);
    this.#world
      .request((deps) => requestMerchant(this.#world, deps, command))
      ?.done.then(
        () => {
          request.acknowledgedAt = scheduler.now;
        },
        (error: Error) => this.#world.note(`client ${describe(command)}: ${error.message}`),
      );
  }

  #sendForDesk(command: MovementCommand): void {
    this.#world.note(`client ${describe(command)}`);
    this.movements.commands.set(command.key, command);
    const request = this.#world.request((deps) => requestMovement(deps, command));
    const note = (outcome: string) => this.#world.note(`client ${describe(command)}: ${outcome}`);
    request?.done.then(
      (outcome) => {
        note(outcome);
        if (outcome === "completed") this.movements.completed.add(command.key);
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

  /** Null for a command that its client cannot send: it does not know the intent, or has no key to repeat. */
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
