// What a phone's camera would read.
import { execFileSync } from "node:child_process";
import { skippedWithout } from "../../../support/installed.ts";

export const { isSkipped, reason } = skippedWithout("zbarimg");

export function readWithZbar(image: Uint8Array): string {
  const stdio: ["pipe", "pipe", "ignore"] = ["pipe", "pipe", "ignore"];
  return execFileSync("zbarimg", ["--quiet", "--raw", "-"], { input: image, stdio }).toString().trimEnd();
}
