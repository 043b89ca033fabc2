// Opens the till offline.
import { openOffline } from "#pages/browser/kit/offline.ts";

openOffline({
  cache: "till",
  pages: ["/pos", "/pos/pair", "/pos/customer"],
  files: ["pages.css", "pos.css", "pos.js", "pos-camera.js", "favicon.svg", "pos.webmanifest"],
  texts: "pos",
});
