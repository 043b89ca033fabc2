import type { Plan } from "./plan.ts";

/** Leaves out everything that a failure does not need: halves first, then quarters, at last single steps. */
export async function shrink(plan: Plan, stillFails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let { steps } = plan;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    let hasShrunk = true;
    while (hasShrunk) {
      hasShrunk = false;
      for (let start = 0; start < steps.length; ) {
        const rest = [...steps.slice(0, start), ...steps.slice(start + size)];
        if (await stillFails({ ...plan, steps: rest })) {
          steps = rest;
          hasShrunk = true;
        } else {
          start += size;
        }
      }
    }
  }
  return { ...plan, steps };
}
