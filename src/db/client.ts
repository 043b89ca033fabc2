import { drizzle } from "drizzle-orm/d1";

export type Database = ReturnType<typeof openDatabase>;

export function openDatabase(binding: D1Database) {
  return drizzle(binding);
}
