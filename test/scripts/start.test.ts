// `npm start` as a user runs it, in a copy of the project: it leaves nothing behind and says what is wrong. Runs in Node.
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { AUDIENCES, documentFor } from "#scripts/openapi/audiences.ts";
import type { OpenApiDocument } from "#scripts/openapi/types.ts";
import { copyProject, descendantsOf, freePort, isUp, listen, survivorsOf } from "./project-copy.ts";
import { untilStarted } from "./use-started-copy.ts";

const { directory, npmRun, outcomeOf, remove } = copyProject("start");
afterAll(remove);

describe("npm start", () => {
  it("leaves no process, no port and no note when npm alone is interrupted", async () => {
    const port = await freePort();
    const npm = npmRun("start", { PORT: String(port) });
    let printed = "";
    npm.stdout?.on("data", (chunk) => {
      printed += chunk;
    });
    onTestFinished(() => void npm.kill("SIGTERM"));
    const note = join(directory, ".wrangler/service.json");
    await untilStarted(npm, directory);
    expect(await isUp(port)).toBe(true);
    expect(JSON.parse(readFileSync(note, "utf8"))).toEqual({ url: `http://localhost:${port}` });
    await expect.poll(() => printed).toContain("/docs");
    expect(printed.match(/http:\/\/localhost\S+/)?.[0]).toBe(`http://localhost:${port}`);
    const lines = printed.split("\n").filter((line) => line !== "");
    expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^Building /), "Starting it."]);
    expect(lines.length).toBeLessThanOrEqual(8);
    const document = await (await fetch(`http://localhost:${port}/openapi.json`)).json();
    expect(document).toMatchObject({ servers: [{ url: `http://localhost:${port}` }] });
    for (const audience of AUDIENCES) {
      const part = await fetch(`http://localhost:${port}/openapi/${audience}.json`);
      expect(part.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(await part.json()).toEqual(documentFor(audience, document as OpenApiDocument));
    }
    const started = descendantsOf(npm.pid);
    expect(started.length).toBeGreaterThan(2);
    // What has built it, and read its configuration, has ended.
    if (process.platform === "linux") expect(memoryMegabytesOf(started)).toBeLessThan(620);

    npm.kill("SIGINT");

    await once(npm, "exit");
    expect(npm.exitCode).toBe(0);
    await expect.poll(() => survivorsOf(started)).toEqual([]);
    expect(await isUp(port)).toBe(false);
    expect(existsSync(note)).toBe(false);
  });

  it("is known by the address of a tunnel, and to no other name, and is in no jurisdiction", async () => {
    const port = await freePort();
    appendFileSync(join(directory, ".dev.vars"), 'JURISDICTION="eu"\n');
    const npm = npmRun("start", { PORT: String(port), PUBLIC_URL: "https://tunnel.example/" });
    onTestFinished(() => void npm.kill("SIGINT"));
    let printed = "";
    npm.stdout?.on("data", (chunk) => {
      printed += chunk;
    });
    await untilStarted(npm, directory);
    expect(printed).toContain(
      "\nJURISDICTION is eu: this machine has no jurisdictions, so it starts without one.\n",
    );
    const document = await (await fetch(`http://localhost:${port}/openapi.json`)).json();
    expect(document).toMatchObject({ servers: [{ url: "https://tunnel.example" }] });
    expect(await statusFor(port, "tunnel.example")).toBe(200);
    expect(await statusFor(port, "rebound.example")).toBe(421);
  });

  it.each(["http://tunnel.example", "https://tunnel.example/shop", "tunnel.example"])(
    "refuses %s as a tunnel's address",
    async (PUBLIC_URL) => {
      const outcome = await outcomeOf("start", { PORT: String(await freePort()), PUBLIC_URL });
      const sentence = `PUBLIC_URL is ${PUBLIC_URL}: it must be a tunnel's https address, without a path.`;
      expect(outcome).toEqual({ status: 1, lines: [sentence], left: [] });
    },
  );

  it("names a port that is in use, and another", async () => {
    const { server, port } = await listen();
    const { status, lines, left } = await outcomeOf("start", { PORT: String(port) });
    server.close();
    expect({ status, lines, left }).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(
          `^Port ${port} is in use: stop what runs there, or choose another port: PORT=\\d+ npm start$`,
        ),
      ],
      left: [],
    });
  });

  it.each([
    [
      "malformed",
      (vars: string) => vars.replace(/^MASTER_KEY=.*$/m, 'MASTER_KEY="short"'),
      "must be 32 bytes in base64",
    ],
    ["missing", (vars: string) => vars.replace(/^MASTER_KEY=.*$/m, ""), "is missing"],
  ])("names a variable that is %s, and starts nothing", async (_, change, fault) => {
    const file = join(directory, ".dev.vars");
    cpSync(file, `${file}.kept`);
    writeFileSync(file, change(readFileSync(file, "utf8")));
    const outcome = await outcomeOf("start", { PORT: String(await freePort()) });
    cpSync(`${file}.kept`, file);
    const sentence = `MASTER_KEY ${fault}: correct it in .dev.vars (.dev.vars.example lists the names).`;
    expect(outcome).toEqual({ status: 1, lines: [sentence], left: [] });
  });
});

describe("npm run demo", () => {
  it("says so when no service runs", async () => {
    const port = await freePort();
    expect(await outcomeOf("demo", { PORT: String(port) })).toMatchObject({
      status: 1,
      lines: [`No service responds at http://localhost:${port}: run "npm start" in another terminal first.`],
    });
  });

  it("says why it cannot play with an identity provider of one's own", async () => {
    const file = join(directory, ".dev.vars");
    const vars = readFileSync(file, "utf8");
    writeFileSync(file, `${vars}AUTH_URL="http://localhost:8080"\n`);
    const { status, lines } = await outcomeOf("demo");
    writeFileSync(file, vars);
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [
        "The demo failed: its customer is one of the embedded identity provider's, and .dev.vars has an AUTH_URL",
      ],
    });
  });
});

/** What they share is divided among them. */
function memoryMegabytesOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

async function statusFor(port: number, host: string): Promise<number | undefined> {
  const [response] = await once(
    request({ port, path: "/wallet", headers: { Host: host } }).end(),
    "response",
  );
  response.resume();
  return response.statusCode;
}
