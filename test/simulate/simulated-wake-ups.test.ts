import { describe, expect, it } from "vitest";
import { WakeUps } from "./platform/wake-ups.ts";

const MESSAGE = { unprojectedIntentId: "intent" };

describe("the simulator's faults, of an object's alarm and its wake-up message", () => {
  it("may take the alarm once the queue has accepted the message, and not before", () => {
    const wakeUps = new WakeUps(() => true);
    expect(wakeUps.isLost("intent")).toBe(false);
    wakeUps.sending(MESSAGE);
    expect(wakeUps.isLost("intent")).toBe(true);
    wakeUps.accepted(MESSAGE);
    expect(wakeUps.isLost("intent")).toBe(false);
  });

  it("take the message of an object that has an alarm, and then not the alarm", () => {
    const wakeUps = new WakeUps(() => true);
    wakeUps.accepted(MESSAGE);
    expect(wakeUps.loseQueued()).toEqual([]);
    expect(wakeUps.isLost("intent")).toBe(true);
  });

  it("leave the message of an object without an alarm", () => {
    const wakeUps = new WakeUps(() => false);
    wakeUps.accepted(MESSAGE);
    expect(wakeUps.loseQueued()).toEqual([MESSAGE]);
    expect(wakeUps.isLost("intent")).toBe(false);
  });

  it("do not concern messages that were consumed, or other messages", () => {
    const wakeUps = new WakeUps(() => true);
    wakeUps.accepted(MESSAGE);
    wakeUps.consumed(MESSAGE);
    wakeUps.accepted({ type: "ledger.event" });
    expect(wakeUps.loseQueued()).toEqual([]);
    expect(wakeUps.isLost("intent")).toBe(false);
  });
});
