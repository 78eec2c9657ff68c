import { readFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { PageFiles } from "./bundle.js";

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="stylesheet" href="/page.css">' +
  '</head><body><div id="board"></div><script src="/page.js"></script></body></html>';

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

const ICON = /^\/public\/img\/icons\/[\w/-]+\.svg$/;
const ICONS = fileURLToPath(new URL("../node_modules/@grafana/ui/dist", import.meta.url));

export interface PageServer {
  readonly url: string;
  close(): void;
}

/**
 * Serves the page and Grafana's icons on loopback, and forwards /api to Prometheus, so that the page sends all requests
 * to this server.
 */
export async function servePage(files: PageFiles, prometheus: string): Promise<PageServer> {
  const server = createServer((request, response) => {
    answer(request, response, files, prometheus).catch((error: unknown) => {
      response.writeHead(502, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ status: "error", errorType: "unreachable", error: `${prometheus}: ${error}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: PageFiles,
  prometheus: string,
): Promise<void> {
  const path = request.url ?? "/";
  const file = files.get(path);
  if (path.startsWith("/api/")) {
    const answered = await fetch(prometheus.replace(/\/+$/, "") + path);
    response.writeHead(answered.status, { "Content-Type": "application/json" });
    response.end(await answered.text());
  } else if (file) {
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });
    response.end(file);
  } else if (ICON.test(path)) {
    response.writeHead(200, { "Content-Type": "image/svg+xml" });
    response.end(await readFile(`${ICONS}${path}`));
  } else {
    response.writeHead(path === "/" ? 200 : 404, { "Content-Type": "text/html" });
    response.end(path === "/" ? PAGE : "");
  }
}
