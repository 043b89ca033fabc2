// Under which key the requests of one network address are counted.

/**
 * The key of callers that cannot be told apart. Every request that a Cloudflare Worker sends to another zone comes from
 * here, so the failures of one must not keep out the others.
 */
export const SHARED_EGRESS_KEY = "2a06:98c0:3600::/48";

const SHARED_EGRESS = ["2a06", "98c0", "3600"];
const IPV4_MAPPED = ["0", "0", "0", "0", "0", "ffff"];

/**
 * An IPv4 address counts by itself. An IPv6 address counts by its /64: that is the least a subscriber gets, and all of it
 * is one subscriber's. Behind the shared egress, requests count by the zone whose Worker sent them (the platform's
 * `CF-Worker` header).
 */
export function addressKey(address: string, workerZone: string | null): string {
  const groups = ipv6Groups(address);
  if (groups === null) return address;
  if (startsWith(groups, IPV4_MAPPED)) return ipv4(groups.slice(6));
  if (startsWith(groups, SHARED_EGRESS)) {
    return workerZone === null ? SHARED_EGRESS_KEY : `worker ${workerZone.toLowerCase()}`;
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Eight groups without leading zeros; null for anything that is not an IPv6 address. */
export function ipv6Groups(address: string): string[] | null {
  // The URL parser gives every spelling of an IPv6 address one form (RFC 5952), IPv4 notation included.
  const host = /^[0-9a-f:.]+$/i.test(address) ? URL.parse(`http://[${address}]`)?.hostname : undefined;
  if (host === undefined) return null;
  const [head = "", tail] = host.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined) return before;
  const after = tail === "" ? [] : tail.split(":");
  return [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
}

function startsWith(groups: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((group, index) => groups[index] === group);
}

function ipv4(groups: readonly string[]): string {
  const bytes = groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255]);
  return bytes.join(".");
}
