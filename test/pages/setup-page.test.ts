// The script of the page that a setup link opens, as a browser runs it. In Node.
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { openLinkPage } from "../../src/embedded/identity-provider/setup-html.ts";

/** What the page does when it is opened with this fragment. */
async function openWith(hash: string) {
  const page = String(await openLinkPage()("the-nonce"));
  const [, script = ""] = /<script nonce="the-nonce">([\s\S]*?)<\/script>/.exec(page) ?? [];
  const done = { posted: [] as string[], addresses: [] as string[] };
  const field = { value: "" };
  runInNewContext(script, {
    URLSearchParams,
    location: { hash, pathname: "/setup" },
    history: { replaceState: (_state: null, _title: string, url: string) => done.addresses.push(url) },
    document: { forms: [{ elements: { key: field }, submit: () => done.posted.push(field.value) }] },
  });
  return done;
}

describe("the page of a setup link", () => {
  it("posts the key, and takes it out of the address bar", async () => {
    expect(await openWith("#key=abc_-123")).toEqual({ posted: ["abc_-123"], addresses: ["/setup"] });
  });

  it.each(["", "#", "#key=", "#other=1"])("waits for the link to be pasted with %j", async (hash) => {
    expect(await openWith(hash)).toEqual({ posted: [], addresses: [] });
  });
});
