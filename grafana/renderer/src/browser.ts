import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer from "puppeteer-core";
import type { BoardReport } from "./page/report.js";
import type { Request } from "./page/request.js";

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FIRST_HEIGHT_PIXELS = 1000;
const DRAWN_WITHIN_MILLIS = 120_000;

export interface Picture {
  readonly file: string;
  readonly widthPixels: number;
  /** The board is cut off below this height. If undefined, the picture shows the whole board. */
  readonly heightPixels: number | undefined;
}

export interface Browser {
  /** Writes the picture and returns the page's report on its panels. */
  draw(url: string, request: Request, picture: Picture): Promise<BoardReport>;
  close(): Promise<void>;
}

export async function openBrowser(path: string | undefined): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath: path ?? installed(),
    args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb"],
  });
  return {
    async draw(url, request, { file, widthPixels: width, heightPixels: height }) {
      const page = await browser.newPage();
      try {
        const pageErrors: string[] = [];
        page.on("pageerror", (error) => pageErrors.push(error instanceof Error ? error.message : String(error)));
        await page.setViewport({ width, height: FIRST_HEIGHT_PIXELS });
        await page.evaluateOnNewDocument((input) => Object.assign(window, { request: input }), request);
        await page.goto(url);
        try {
          await page.waitForFunction("window.report !== undefined", { timeout: DRAWN_WITHIN_MILLIS });
        } catch (error) {
          throw new Error(`${request.board.title} is not drawn: ${pageErrors.join("; ") || String(error)}`);
        }
        const report = (await page.evaluate("window.report")) as BoardReport;
        const board = await page.$("#board");
        if (!board) throw new Error("the page has no element #board");
        const path = file as `${string}.png`;
        if (height) await page.screenshot({ path, clip: { x: 0, y: 0, width, height } });
        else await board.screenshot({ path });
        return { ...report, failed: [...report.failed, ...pageErrors] };
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}

function installed(): string {
  for (const directory of (process.env["PATH"] ?? "").split(delimiter))
    for (const program of PROGRAMS)
      try {
        accessSync(join(directory, program), constants.X_OK);
        return join(directory, program);
      } catch {
        // Not installed: try the next one.
      }
  throw new Error("there is no Chromium on the PATH: install the package chromium, or set its path with --chromium");
}
