import { expect, it } from "vitest";
import { FAULT_LIFETIME_MS } from "../../../src/domain/stage.ts";

it("a fault of the stage ends after an hour", () => {
  expect(FAULT_LIFETIME_MS).toBe(3_600_000);
});
