// The metrics as a Prometheus server reads them.
import { expect } from "vitest";
import { call } from "./api.ts";
import { moveClock } from "./clock.ts";
import { pay, published } from "./objects.ts";
import { seedPayable } from "./seeds.ts";

const SCRAPE_TOKEN = "test-metrics-token-of-a-scraper";

export async function scrape(): Promise<string> {
  const { status, headers, text } = await call("GET", "/metrics", { token: SCRAPE_TOKEN });
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return text;
}

/** Finds them by name and labels as they are written, such as `payments_intents_open{status="pending"}`. */
export async function samples(): Promise<Map<string, number>> {
  const lines = (await scrape()).trimEnd().split("\n");
  const values = lines.filter((line) => !line.startsWith("#")).map((line) => line.split(/ (?=[^ ]*$)/));
  return new Map(values.map(([name = "", value]) => [name, Number(value)]));
}

/** How much each sample has grown; those that have not are left out. */
export function grown(before: Map<string, number>, after: Map<string, number>): Record<string, number> {
  const pairs = [...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(pairs.filter(([, growth]) => growth !== 0));
}

/** A payment that long after its creation, with a webhook that is due. */
export async function seedPaidWithin(delayMs: number) {
  const { merchant, intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
  moveClock(delayMs);
  await pay(intent.id, wallet);
  await published(intent.id);
  return { merchant, intent };
}
