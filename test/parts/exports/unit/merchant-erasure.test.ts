import { expect, it } from "vitest";
import { HOME } from "#core/domain/shards/cells.ts";
import { type ErasurePosition, erasureStart, stageAfter } from "#parts/exports/domain/merchant-erasure.ts";

it("the erasure of a merchant passes these stages", () => {
  const passed: string[] = [];
  let position: ErasurePosition | null = erasureStart("merchant-1");
  while (position !== null) {
    passed.push(`${position.stage} ${position.place ?? HOME}`);
    position = stageAfter(position, ["5"]);
  }
  const each = (...stages: string[]) => stages.flatMap((stage) => [`${stage} home`, `${stage} 5`]);
  expect(passed).toEqual([
    ...["access home", "account home"],
    ...each("deliveries", "cancelled", "expired", "completed", "events"),
    ...["stand_ins home", "access_ended home"],
    ...each("audit_entries"),
    "completion home",
  ]);
});
