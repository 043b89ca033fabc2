import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "#core/webhooks/address-blocks.ts";
import { endpointUrlFault } from "#core/webhooks/endpoint-url.ts";

const LIVE = { allowPrivate: false, ownHosts: ["pay.acme.com", "identity.acme.com"] };
const DEVELOPMENT = { ...LIVE, allowPrivate: true };

const NOT_A_URL = "must be a URL";
const NOT_HTTPS = "must be an https URL";
const CREDENTIALS = "must not contain credentials";
const CHARACTERS = "must not contain spaces, control characters or backslashes";
const PORT = "must use port 443 or 8443";
const IP = "must name its host, not an IP address";
const NOT_PUBLIC = "must have a public host name";
const OWN = "must not lead back to this service";

const HOSTILE: [reason: string, addresses: string[]][] = [
  [NOT_A_URL, ["", "shop", "//shop.com", "https://", "https:///", "https://?x", "https://sh op.com"]],
  [NOT_A_URL, ["https://shop.com:99999", "https://[::1", "https://[fe80::1%25eth0]", "https://%00.com"]],
  [NOT_A_URL, ["https://256.256.256.256", "https://1.2.3.4.5", "https://127.1.1.1.1", "https://0x100000000"]],
  [NOT_HTTPS, ["http://shop.com", "ftp://shop.com", "file:///etc/passwd", "javascript:alert(1)"]],
  [NOT_HTTPS, ["data:text/plain,x", "gopher://shop.com", "ws://shop.com", "blob:https://shop.com/x"]],
  [CREDENTIALS, ["https://user:secret@shop.com", "https://user@shop.com", "https://:secret@shop.com"]],
  [CREDENTIALS, ["https://shop.com@127.0.0.1", "https://shop.com%2f@localhost", "https://a@b@shop.com"]],
  [
    CHARACTERS,
    ["https://shop.com\\.evil.com", "https:\\\\shop.com", "https://sh\top.com", "https://shop.com/\n"],
  ],
  [
    CHARACTERS,
    [" https://shop.com", "https://shop.com/a b", "https://shop.com/\0", "https://shop.com/\u00a0"],
  ],
  [PORT, ["https://shop.com:80", "https://shop.com:22", "https://shop.com:444", "https://shop.com:0"]],
  [PORT, ["https://shop.com:6379", "https://localhost:8787", "https://127.0.0.1:10"]],
  // What the property below does not spell.
  [
    IP,
    ["https://127.0.0.1.", "https://127.255.255.254", "https://0", "https://0.0.0.0", "https://00000177.1"],
  ],
  [IP, ["https://１２７.０.０.１", "https://127。0。0。1", "https://127．1", "https://①②⑦.⓪.⓪.①"]],
  [
    IP,
    ["https://%31%32%37.0.0.1", "https://127%2e0%2e0%2e1", "https://127.0.0.1:8443", "https://127.0.0.1?x#y"],
  ],
  // IPv6, and IPv4 inside it.
  [IP, ["https://[::1]", "https://[::]", "https://[0:0:0:0:0:0:0:1]", "https://[0000::0001]:8443"]],
  [IP, ["https://[::ffff:127.0.0.1]", "https://[::ffff:7f00:1]", "https://[0:0:0:0:0:FFFF:169.254.169.254]"]],
  [IP, ["https://[::127.0.0.1]", "https://[64:ff9b::10.0.0.1]", "https://[2002:7f00:1::]"]],
  [IP, ["https://[fe80::1]", "https://[fd00:ec2::254]", "https://[fc00::1]", "https://[ff02::1]"]],
  // Addresses written as numbers, even public ones.
  [IP, ["https://1.1.1.1", "https://16843009", "https://[2606:4700:4700::1111]"]],
  [NOT_PUBLIC, ["https://localhost", "https://LOCALHOST", "https://localhost.", "https://a.localhost"]],
  [
    NOT_PUBLIC,
    ["https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "https://ｌｏｃａｌｈｏｓｔ", "https://local\u00adhost", "https://%6c%6fcalhost"],
  ],
  [
    NOT_PUBLIC,
    ["https://localhost.localdomain", "https://printer.local", "https://router.lan", "https://nas.home"],
  ],
  [NOT_PUBLIC, ["https://router.home.arpa", "https://1.0.0.127.in-addr.arpa", "https://wiki.corp"]],
  [
    NOT_PUBLIC,
    ["https://db.internal", "https://host.docker.internal", "https://api.default.svc.cluster.local"],
  ],
  [
    NOT_PUBLIC,
    ["https://kubernetes.default.svc", "https://db.consul", "https://wiki.intranet", "https://a.private"],
  ],
  [
    NOT_PUBLIC,
    ["https://metadata.google.internal", "https://metadata.google.internal.", "https://metadata.goog"],
  ],
  [
    NOT_PUBLIC,
    ["https://metadata", "https://instance-data", "https://metadata.tencentyun.com", "https://com"],
  ],
  [NOT_PUBLIC, ["https://shop.test", "https://shop.invalid", "https://shop.example", "https://x.onion"]],
  [
    NOT_PUBLIC,
    ["https://shop.com.", "https://shop.com..", "https://.shop.com", "https://shop..com", "https://."],
  ],
  [
    NOT_PUBLIC,
    ["https://127.0.0.1..", "https://-shop.com", "https://shop-.com", "https://sh'op.com", "https://*.com"],
  ],
  [NOT_PUBLIC, ["https://shop.c", "https://shop,com", "https://shop.com,evil.com", "https://$(id).com"]],
  [NOT_PUBLIC, [`https://${"a".repeat(64)}.com`, `https://${"abcdefg.".repeat(31)}ab.com`]],
  [
    OWN,
    [
      "https://pay.acme.com",
      "https://PAY.acme.com:8443/x",
      "https://pay。acme。com",
      "https://p%61y.acme.com",
    ],
  ],
  [OWN, ["https://identity.acme.com/admin", "https://admin.pay.acme.com"]],
];

const FINE = [
  "https://shop.com",
  "https://shop.com/",
  "HTTPS://SHOP.COM/Hooks",
  "https://shop.com:443/hooks",
  "https://shop.com:8443/hooks",
  "https://shop.com:0443/",
  "https://hooks.till-7.shop.co.uk/a/b?order=1&x=%20#part",
  "https://shop.com/?next=http://127.0.0.1",
  "https://shop.com/user:secret@localhost",
  "https://münchen.de/kasse",
  "https://xn--mnchen-3ya.de",
  "https://магазин.рф",
  "https://xn--80aaxitdbjk.xn--p1ai",
  "https://my_shop.example.com",
  "https://acme.com",
  "https://notpay.acme.com",
  "https://pay.acme.com.shop.com",
  "https://localhost.shop.com",
  "https://mylocal.com",
  "https://10.shop.com",
  "https://10-0-0-1.shop.com",
  "https://shop.internal.com",
  "https://a.merchant.workers.dev",
  `https://${"a".repeat(63)}.com`,
  `https://${"abcdefg.".repeat(31)}a.com`,
];

describe("endpointUrlFault", () => {
  const hostile = HOSTILE.flatMap(([reason, addresses]) => addresses.map((address) => [address, reason]));

  it.each(hostile)("refuses %j: %s", (address = "", reason) => {
    expect(endpointUrlFault(address, LIVE)).toBe(reason);
  });

  it.each(FINE)("accepts %j", (address) => {
    expect(endpointUrlFault(address, LIVE)).toBeNull();
  });

  it.each([
    "http://localhost:9000/hooks",
    "http://127.0.0.1:9000",
    "http://[::1]:9000",
    "https://192.168.1.20",
    "http://receiver:3000",
    "http://shop.test",
    "https://pay.acme.com",
  ])("accepts %j in development", (address) => {
    expect(endpointUrlFault(address, DEVELOPMENT)).toBeNull();
  });

  it.each([
    ["shop", NOT_A_URL],
    ["ftp://127.0.0.1", NOT_HTTPS],
    ["http://user:secret@localhost", CREDENTIALS],
    ["http://localhost\\@shop.com", CHARACTERS],
  ])("also refuses %j in development: %s", (address, reason) => {
    expect(endpointUrlFault(address, DEVELOPMENT)).toBe(reason);
  });

  it("recognizes a denied IPv4 address however it is spelled", () => {
    fc.assert(
      fc.property(deniedIpv4, (bytes) => {
        for (const spelling of spellings(bytes)) {
          expect(endpointUrlFault(`https://${spelling}/`, LIVE), spelling).toBe(IP);
          const host = new URL(`https://${spelling}/`).hostname.replace(/^\[|\]$/g, "");
          expect(isPublicAddress(host), spelling).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });
});

type Bytes = [number, number, number, number];

const byte = fc.nat(255);
const between = (min: number, max: number) => fc.integer({ min, max });
const exactly = (...bytes: number[]) => bytes.map((value) => fc.constant(value));
const deniedIpv4 = fc.oneof(
  ...[
    [fc.constantFrom(0, 10, 127), byte, byte, byte],
    [...exactly(100), between(64, 127), byte, byte],
    [...exactly(168, 63, 129, 16)],
    [...exactly(169, 254), byte, byte],
    [...exactly(172), between(16, 31), byte, byte],
    [...exactly(192, 0), fc.constantFrom(0, 2), byte],
    [...exactly(192, 88, 99), byte],
    [...exactly(192, 168), byte, byte],
    [...exactly(198), between(18, 19), byte, byte],
    [...exactly(198, 51, 100), byte],
    [...exactly(203, 0, 113), byte],
    [between(224, 255), byte, byte, byte],
  ].map((parts) => fc.tuple(...(parts as [typeof byte, typeof byte, typeof byte, typeof byte]))),
);

function spellings([a, b, c, d]: Bytes): string[] {
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  const [plain, high, low] = [`${a}.${b}.${c}.${d}`, a * 256 + b, c * 256 + d];
  return [
    plain,
    `${plain}.`,
    String(whole),
    hex(whole),
    hex(whole).toUpperCase(),
    octal(whole),
    [a, b, c, d].map(hex).join("."),
    [a, b, c, d].map(octal).join("."),
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${b}.${low}`,
    `${a}.${whole - a * 2 ** 24}`,
    plain.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    plain.replaceAll(".", "。"),
    plain.replaceAll(".", "%2e"),
    `[::ffff:${plain}]`,
    `[::FFFF:${high.toString(16)}:${low.toString(16)}]`,
    `[0:0:0:0:0:ffff:${plain}]`,
    `[::${plain}]`,
    `[64:ff9b::${plain}]`,
    `[2002:${high.toString(16)}:${low.toString(16)}::]`,
  ];
}
