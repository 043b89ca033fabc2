// Carries a movement through: sends it until there is a response, then reads it until it has ended.
import { isRateLimited, isSignedOut } from "#pages/browser/kit/exchange.ts";
import { memoryOf } from "#pages/browser/kit/memory.ts";
import { sleep, sleepAfter } from "#pages/browser/kit/sleep.ts";
import { type MovementDraft, readMovement, startMovement } from "./desk-api.ts";
import type { Seen } from "./movement-view.ts";

export interface OpenMovement {
  deskId: string;
  draft: MovementDraft;
  /** It is null until the service has responded. */
  movementId: string | null;
}

export const { recall, remember } = memoryOf<{ movement: OpenMovement }>("desk");

const READ_AGAIN_MS = 2_000;

/** `signal`: ends the desk's interest in the movement; it does not stop it. */
export async function carryOut(
  open: OpenMovement,
  show: (seen: Seen) => void,
  signal: AbortSignal,
): Promise<void> {
  let { movementId } = open;
  for (let failures = 0; !signal.aborted; ) {
    remember("movement", { ...open, movementId });
    const outcome = await (movementId === null ? startMovement(open.draft) : readMovement(movementId));
    if (signal.aborted) return;
    if (outcome.kind === "ok") {
      failures = 0;
      movementId = outcome.value.id;
      remember("movement", { ...open, movementId });
      show(outcome.value);
      if (outcome.value.completed_at !== null) {
        // Whoever has been told to hand out cash is not told again after a reload.
        remember("movement", null);
        return;
      }
      await sleep(READ_AGAIN_MS, signal);
      continue;
    }
    if (isSignedOut(outcome)) return location.reload();
    if (outcome.kind === "refused" && !isRateLimited(outcome) && movementId === null) {
      remember("movement", null);
      return show({ status: "refused", code: outcome.code });
    }
    // What is known of a movement stays in sight.
    if (movementId === null) show({ status: "delayed" });
    await sleepAfter(failures++, signal);
  }
}
