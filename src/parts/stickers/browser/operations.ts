// The operations that the dashboard's view calls, by the names of the OpenAPI document, with which a test compares them.
export const API = "/merchant/api/v1";

export const OPERATIONS = {
  createStickerCode: ["POST /counters/{counterID}/sticker-codes", "StickerCodeResponse"],
  listStickerCodes: ["GET /counters/{counterID}/sticker-codes", "StickerCodesResponse"],
  revokeStickerCode: ["DELETE /sticker-codes/{stickerCodeID}", "MessageResponse"],
} as const;
