// What parts read from the environment. It is apart from parts.ts because commands and objects read it without the routes.
export { config as desk } from "#parts/desk/config.ts";
export { config as operations } from "#parts/operations/config.ts";
export { config as push } from "#parts/push/config.ts";
