// Reads QR codes with the camera: by the browser's own detector where it has one, else by a decoder of the package `qr`.
import { frameLoop, QRCanvas, rearCamera } from "qr/dom.js";

export interface CameraModule {
  /** Calls back with every code it reads, until the returned function is called. Rejects when there is no camera. */
  startCamera(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void>;
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

export const startCamera: CameraModule["startCamera"] = async (video, onCode) => {
  const camera = await rearCamera(video);
  const detector = await findDetector();
  const canvas = new QRCanvas();
  let isReading = false;
  const read = async () => {
    if (isReading || video.readyState < video.HAVE_CURRENT_DATA) return;
    isReading = true;
    try {
      const text =
        detector === null ? await camera.readFrame(canvas) : (await detector.detect(video))[0]?.rawValue;
      if (typeof text === "string" && text !== "") onCode(text);
    } finally {
      isReading = false;
    }
  };
  // A frame that cannot be read is followed by another.
  const stop = frameLoop(() => void read().catch(() => {}));
  return () => {
    stop();
    camera.stop();
  };
};

async function findDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  return BarcodeDetector !== undefined && formats.includes("qr_code")
    ? new BarcodeDetector({ formats: ["qr_code"] })
    : null;
}
