// What every part adds to pages that run in browsers, in one line each.
export { pages as desk } from "#parts/desk/pages.ts";
export { pages as exports } from "#parts/exports/pages.ts";
export { pages as operations } from "#parts/operations/pages.ts";
export { pages as stickers } from "#parts/stickers/pages.ts";
export { pages as till } from "#parts/till/pages.ts";
