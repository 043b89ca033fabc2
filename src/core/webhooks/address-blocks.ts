// Which addresses the IANA special-purpose registries call globally reachable: IPv4 by a deny-list; IPv6, where
// little is assigned, by an allow-list with exceptions.
import { ipv6Groups } from "#core/lib/address-key.ts";

interface Block {
  first: bigint;
  last: bigint;
}

const DENIED_IPV4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // Azure's metadata
  "169.254.0.0/16", // link-local and metadata
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved and broadcast
].map((cidr) => parseBlock(cidr, 32));

/** Excludes loopback, IPv4-mapped and -compatible, NAT64, unique local, link-local and multicast addresses. */
const GLOBAL_UNICAST_IPV6 = parseBlock("2000::/3", 128);

const DENIED_IPV6 = [
  "2001::/23", // protocol assignments: Teredo, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which embeds IPv4
  "3fff::/20", // documentation
].map((cidr) => parseBlock(cidr, 128));

/** Returns false for anything but an IP address in plain form: four decimal numbers, or IPv6 without a zone. */
export function isPublicAddress(text: string): boolean {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== null) return !DENIED_IPV4.some((block) => contains(block, ipv4));
  const ipv6 = parseIpv6(text);
  if (ipv6 === null || !contains(GLOBAL_UNICAST_IPV6, ipv6)) return false;
  return !DENIED_IPV6.some((block) => contains(block, ipv6));
}

function contains(block: Block, address: bigint): boolean {
  return block.first <= address && address <= block.last;
}

function parseBlock(cidr: string, bits: 32 | 128): Block {
  const [base = "", prefix] = cidr.split("/");
  const first = bits === 32 ? parseIpv4(base) : parseIpv6(base);
  if (first === null) throw new Error(`${cidr} is not a block`);
  return { first, last: first + (1n << BigInt(bits - Number(prefix))) - 1n };
}

function parseIpv4(text: string): bigint | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null;
  const parts = text.split(".");
  const isPlain = parts.every((part) => part === String(Number(part)) && Number(part) <= 255);
  return isPlain ? parts.reduce((value, part) => value * 256n + BigInt(part), 0n) : null;
}

function parseIpv6(text: string): bigint | null {
  const groups = ipv6Groups(text);
  return groups?.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n) ?? null;
}
