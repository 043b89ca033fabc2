// A Chromium to test with: one that is named or installed, or the one that `npm ci` has brought.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { resolve } from "node:path";
import packed from "@sparticuz/chromium";
import { type BrowserServer, chromium } from "playwright-core";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
/** `npm ci` empties this folder, so that the browser in it is always the package's. */
const UNPACKED = resolve("node_modules/.cache/chromium");
/** Tests run as root in containers, where Chromium has no sandbox; the camera is a picture that moves. */
const ARGUMENTS = [
  "--no-sandbox",
  "--font-render-hinting=none",
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
];

export class NoBrowserError extends Error {}

/** Throws NoBrowserError when there is none that starts. */
export async function startBrowser(): Promise<BrowserServer> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined) return await launch(CHROMIUM_PATH);
  const installed = INSTALLED.find((path) => existsSync(path));
  if (process.platform !== "linux" || process.arch !== "x64") return await launch(installed);
  const path = await unpack();
  // On some systems it lacks a library, where an installed browser may run.
  return await launch(path).catch(() => launch(installed ?? path));
}

async function launch(executablePath: string | undefined): Promise<BrowserServer> {
  if (executablePath === undefined) throw new NoBrowserError("install Chromium, or name it in CHROMIUM_PATH");
  try {
    return await chromium.launchServer({ executablePath, args: ARGUMENTS });
  } catch (error) {
    throw new NoBrowserError(`${executablePath} does not start: ${String(error).split("\n")[0]}`);
  }
}

/** The package unpacks into TMPDIR and takes what it finds there for complete: hence a folder of its own. */
async function unpack(): Promise<string> {
  const executable = `${UNPACKED}/chromium`;
  if (existsSync(executable)) return executable;
  const { TMPDIR } = process.env;
  const unfinished = `${UNPACKED}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  process.env.TMPDIR = unfinished;
  try {
    await packed.executablePath();
    await rename(unfinished, UNPACKED).catch(() => rmSync(unfinished, { recursive: true }));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  return executable;
}
