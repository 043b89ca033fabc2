import { expect, it } from "vitest";
import { originOf } from "../../../src/domain/delivery.ts";

it.each([
  ["https://shop.example.com/hooks?id=1", "https://shop.example.com"],
  ["https://Shop.Example.com:443/other", "https://shop.example.com"],
  ["https://shop.example.com:8443/hooks", "https://shop.example.com:8443"],
  ["http://shop.example.com/hooks", "http://shop.example.com"],
  ["not an address", "not an address"],
])("the origin of %j is %j", (url, origin) => {
  expect(originOf(url)).toBe(origin);
});
