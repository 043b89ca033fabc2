// The parts that only the sandbox composes, in one line each.
export { playground } from "#parts/playground/part.ts";
