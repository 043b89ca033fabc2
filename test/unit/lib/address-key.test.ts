import { describe, expect, it } from "vitest";
import { addressKey, SHARED_EGRESS_KEY } from "../../../src/lib/address-key.ts";

describe("an address key", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:c000:207", "192.0.2.7"],
    ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:0:1::7", "2001:db8:0:1::/64"],
    ["2001:0DB8:0000:0001:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
    ["2001:db8::7", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3:4:5::", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["unknown", "unknown"],
    ["2001:db8::/64", "2001:db8::/64"],
    ["fe80::1%eth0", "fe80::1%eth0"],
  ])("of %s is %s", (address, key) => {
    expect(addressKey(address, null)).toBe(key);
  });

  it("tells neighbouring /64 blocks apart", () => {
    expect(addressKey("2001:db8:0:1::1", null)).not.toBe(addressKey("2001:db8:0:2::1", null));
  });

  it("is the sender's zone behind the Workers' own egress, and nowhere else", () => {
    for (const egress of ["2a06:98c0:3600::103", "2a06:98c0:3600:ffff::1"]) {
      expect(addressKey(egress, "Shop.example")).toBe("worker shop.example");
      expect(addressKey(egress, null)).toBe(SHARED_EGRESS_KEY);
    }
    expect(addressKey("2a06:98c0:3601::1", "shop.example")).toBe("2a06:98c0:3601:0::/64");
    expect(addressKey("2001:db8::1", "shop.example")).toBe("2001:db8:0:0::/64");
    expect(addressKey("192.0.2.7", "shop.example")).toBe("192.0.2.7");
  });
});
