// Webhook addresses that lead into the network behind the service, or that contain more than an address.
import { Attempts } from "./attempts.ts";
import { send, type Target } from "./requests.ts";
import { API, COUNTERS, INTENTS, type Shop } from "./shops.ts";

const HOSTS = [
  "localhost",
  "LOCALHOST.",
  "shop.localhost",
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[64:ff9b::7f00:1]",
  "[fd00::1]",
  "[fe80::1]",
  "[2002:7f00:1::]",
  "metadata.google.internal",
  "printer.local",
  "intranet",
  "１２７.0.0.1",
];
const URLS = [
  ...HOSTS.map((host) => `https://${host}/hook`),
  "http://shop.example.com/hook",
  "ftp://shop.example.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/plain,x",
  "https://user:secret@shop.example.com/",
  "https://",
  "//shop.example.com/",
  "https://shop.example.com\\@127.0.0.1/",
  `https://shop.example.com/${"a".repeat(3000)}`,
];

export async function tryHostileAddresses(target: Target, _victim: Shop, attacker: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const { token } = attacker;
  for (const url of URLS) {
    const shown = url.slice(0, 60);
    const settings = await send(target, "PUT", `${API}/webhook`, { token, json: { url } });
    attempts.noteStatus(`webhook at ${shown}`, settings, 400);
    const counter = await send(target, "POST", COUNTERS, { token, json: { name: "Till", webhook_url: url } });
    attempts.noteStatus(`counter with a webhook at ${shown}`, counter, 400);
    const intent = await send(target, "POST", INTENTS, { token, json: { amount: 1, callback_url: url } });
    attempts.noteStatus(`callback_url ${shown}`, intent, 400);
  }
  return attempts;
}
