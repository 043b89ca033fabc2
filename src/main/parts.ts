// Every part, in one line each.
export { desk } from "../parts/desk/part.ts";
