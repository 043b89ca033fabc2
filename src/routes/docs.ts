import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";

export const docs = new Hono<AppEnv>().get("/", (c) => c.redirect("/docs"));
