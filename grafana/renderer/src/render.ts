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
  .description("Draws dashboards as PNG files with data from a Prometheus. Prints a line of JSON for each dashboard.")
  .requiredOption("--prometheus <url>", "address of Prometheus, such as http://127.0.0.1:9090")
  .requiredOption("--from <seconds>", "start of the time range, in seconds since the epoch")
  .requiredOption("--to <seconds>", "end of the time range, in seconds since the epoch")
  .option("--board <name>", "draw only this board, such as read-ahead; can be repeated", collect, [])
  .option("--panel <title>", "draw only panels with this title; can be repeated", collect, [])
  .option("--var <name=value>", "set a variable of the board; can be repeated", collect, [])
  .option("--out <directory>", "directory of the PNG files", TARGET)
  .option("--name <name>", "file name without .png; by default the name of the board")
  .option("--width <pixels>", "width of the picture", "1600")
  .option("--height <pixels>", "cut off the picture below this height; by default it shows the whole board")
  .option("--chromium <path>", "path of the browser; by default a Chromium or Chrome on the PATH")
  .parse()
  .opts<Options>();

function requestOf(board: string): Request {
  const from = Number(options.from);
  const to = Number(options.to);
  if (!(from < to)) throw new Error("--from and --to must be seconds since the epoch, and --from less than --to");
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
  // The browser starts first: if it cannot start, a running server would keep this process from ending.
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
