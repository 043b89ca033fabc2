// Makes a logo of any picture that the browser can show: a PNG that is small enough for the service.

const SIDE_MAX = 256;
const SIDE_MIN = 16;
const BYTES_MAX = 24 * 1024;
const SMALLER = 0.8;
const SIGNATURE_LENGTH = 8;
const CHUNK_OVERHEAD = 12;
/** What a picture needs. Browsers add others, which the service refuses. */
const KEPT = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];

/** Returns null for what is no picture. */
export async function drawLogo(file: File): Promise<Blob | null> {
  const image = await imageOf(file);
  if (image === null) return null;
  for (let side = SIDE_MAX; side >= SIDE_MIN; side = Math.floor(side * SMALLER)) {
    const drawn = await pngOf(image, side);
    if (drawn !== null && drawn.size <= BYTES_MAX) return drawn;
  }
  return null;
}

async function imageOf(file: File): Promise<HTMLImageElement | null> {
  const reader = new FileReader();
  const image = new Image();
  try {
    const read = new Promise((resolve, reject) => {
      reader.addEventListener("load", resolve);
      reader.addEventListener("error", reject);
    });
    reader.readAsDataURL(file);
    await read;
    image.src = String(reader.result);
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

async function pngOf(image: HTMLImageElement, side: number): Promise<Blob | null> {
  // Some browsers know no size of a drawing.
  const [width, height] = [image.naturalWidth || SIDE_MAX, image.naturalHeight || SIDE_MAX];
  const scale = Math.min(1, side / width, side / height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return drawn && new Blob(chunksKept(await drawn.arrayBuffer()), { type: "image/png" });
}

function chunksKept(png: ArrayBuffer): ArrayBuffer[] {
  const view = new DataView(png);
  const kept = [png.slice(0, SIGNATURE_LENGTH)];
  for (let at = SIGNATURE_LENGTH; at < png.byteLength; ) {
    const end = at + CHUNK_OVERHEAD + view.getUint32(at);
    const type = String.fromCharCode(...new Uint8Array(png, at + 4, 4));
    if (KEPT.includes(type)) kept.push(png.slice(at, end));
    at = end;
  }
  return kept;
}
