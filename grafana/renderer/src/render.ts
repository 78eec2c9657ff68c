import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { openBrowser } from "./browser.js";
import { bundlePage } from "./bundle.js";
import { boardNames, readBoard } from "./boards.js";
import type { BoardReport } from "./page/report.js";
import type { Request } from "./page/request.js";
import { servePage } from "./server.js";

interface Options {
  readonly prometheus: string;
  readonly from: string;
  readonly to: string;
  readonly board: string[];
  readonly panel: string[];
  readonly var: string[];
  readonly out: string;
  readonly name?: string;
  readonly width: string;
  readonly height?: string;
  readonly chromium?: string;
}

const TARGET = fileURLToPath(new URL("../../target/", import.meta.url));

const collect = (value: string, former: string[]) => [...former, value];

const options = new Command("npm run render --")
  .description("Draws the boards from a Prometheus, as pictures. Prints a report of each board as a line of JSON.")
  .requiredOption("--prometheus <url>", "such as http://127.0.0.1:9090")
  .requiredOption("--from <seconds>", "begin of the time range, since the epoch")
  .requiredOption("--to <seconds>", "its end")
  .option("--board <name>", "only that board, such as read-ahead; may be repeated", collect, [])
  .option("--panel <title>", "only panels of that title; may be repeated", collect, [])
  .option("--var <name=value>", "what to choose above the board; may be repeated", collect, [])
  .option("--out <directory>", "where the pictures go", TARGET)
  .option("--name <name>", "of the picture, if it is not to be that of the board")
  .option("--width <pixels>", "of the pictures", "1600")
  .option("--height <pixels>", "what is below is cut off; by default nothing")
  .option("--chromium <path>", "the browser; by default the one on the path")
  .parse()
  .opts<Options>();

function requestOf(board: string): Request {
  const from = Number(options.from);
  const to = Number(options.to);
  if (!(from < to)) throw new Error("--from and --to are seconds since the epoch, and --from is the earlier");
  const chosen = options.var.map((one) => {
    const [name, ...value] = one.split("=");
    return [name, value.join("=")] as const;
  });
  return {
    board: readBoard(board),
    fromMillis: from * 1000,
    toMillis: to * 1000,
    panels: options.panel,
    chosen: Object.fromEntries(chosen),
  };
}

async function main(): Promise<void> {
  mkdirSync(options.out, { recursive: true });
  const page = await bundlePage();
  // Started before the server, because the server would keep this process running without a browser.
  const browser = await openBrowser(options.chromium);
  const server = await servePage(page, options.prometheus);
  const reports: BoardReport[] = [];
  try {
    for (const name of options.board.length > 0 ? options.board : boardNames()) {
      const file = `${options.out}/${options.name ?? name}.png`;
      const widthPixels = Number(options.width);
      const heightPixels = options.height ? Number(options.height) : undefined;
      const report = await browser.draw(server.url, requestOf(name), { file, widthPixels, heightPixels });
      console.log(JSON.stringify({ board: name, file, ...report }));
      reports.push(report);
    }
  } finally {
    await browser.close();
    server.close();
  }
  if (reports.some(({ failed }) => failed.length > 0)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
