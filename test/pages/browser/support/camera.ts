// What a page's camera sees.
import type { Locator, Page } from "playwright-core";

/** From now on it sees the image. */
export async function holdToCamera(page: Page, imageUrl: string): Promise<void> {
  await page.evaluate(showToCamera, imageUrl);
}

/** The image of what is on another screen. */
export async function pictureOf(part: Locator): Promise<string> {
  return `data:image/png;base64,${(await part.screenshot()).toString("base64")}`;
}

/** Runs in the page. */
async function showToCamera(url: string): Promise<void> {
  const code = new Image();
  code.src = url;
  await code.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 640, height: 480 });
  const frame = canvas.getContext("2d");
  setInterval(() => {
    frame?.fillRect(0, 0, 640, 480);
    frame?.drawImage(code, 150, 70, 340, 340);
  }, 40);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
}
