// A page that people see, in one of its states.
import type { Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";
import type { Shop } from "./shop.ts";

export interface PageCase {
  /** The name of its picture, too. */
  name: string;
  show(playground: { open: Open; shop: Shop }, options: OpenOptions): Promise<Page>;
}

export const DESCRIPTION = "Two flat whites, one cinnamon roll";
