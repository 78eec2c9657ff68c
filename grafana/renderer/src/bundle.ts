import { fileURLToPath } from "node:url";
import { type Plugin, build } from "esbuild";

/** The page's files by their path. */
export type PageFiles = ReadonlyMap<string, Uint8Array>;

const OUT = "/";

/** Bundles the script of the page with its styles and fonts. */
export async function bundlePage(): Promise<PageFiles> {
  const { outputFiles } = await build({
    entryPoints: { page: fileURLToPath(new URL("page/main.tsx", import.meta.url)) },
    outdir: OUT,
    write: false,
    bundle: true,
    format: "iife",
    target: "chrome120",
    jsx: "automatic",
    loader: { ".woff": "file", ".woff2": "file", ".ttf": "file", ".svg": "dataurl", ".png": "dataurl" },
    define: { "process.env.NODE_ENV": '"production"', global: "globalThis" },
    // The package.json of these packages has a main file but no entry for the ES module.
    alias: Object.fromEntries(["ui", "data", "schema"].map((name) => [`@grafana/${name}`, moduleOf(name)])),
    plugins: [defaultExports],
    logLevel: "error",
    logOverride: { "equals-nan": "silent" },
  });
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]));
}

function moduleOf(name: string): string {
  return fileURLToPath(new URL(`../node_modules/@grafana/${name}/dist/esm/index.mjs`, import.meta.url));
}

/**
 * Grafana's modules import the default export of these CommonJS packages and expect the package's property "default".
 * In .mjs files esbuild follows Node's rule instead: the default export is the whole module.
 */
const defaultExports: Plugin = {
  name: "default-exports",
  setup({ onResolve, onLoad }) {
    const namespace = "default-export";
    onResolve({ filter: /^(react-custom-scrollbars-2|react-highlight-words|calculate-size)$/ }, (request) =>
      request.namespace === namespace ? undefined : { path: request.path, namespace },
    );
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `export { default } from ${JSON.stringify(path)};`,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    }));
  },
};
