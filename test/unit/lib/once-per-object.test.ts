import { describe, expect, it, vi } from "vitest";
import { oncePerObject } from "../../../src/lib/once-per-object.ts";

describe("oncePerObject", () => {
  it("builds one value for each object", () => {
    const build = vi.fn((of: { name: string }) => ({ greeting: `Hello ${of.name}` }));
    const greetingFor = oncePerObject(build);
    const [ada, other] = [{ name: "Ada" }, { name: "Ada" }];
    expect(greetingFor(ada)).toEqual({ greeting: "Hello Ada" });
    expect(greetingFor(ada)).toBe(greetingFor(ada));
    expect(greetingFor(other)).not.toBe(greetingFor(ada));
    expect(build).toHaveBeenCalledTimes(2);
  });
});
