// Builds static/dist, all files that browsers are sent: `npm run build`, which set-up runs.
//
// A script and a sheet for each page of static/pages, with all that they import; in parts/ what scripts import late, which
// the others do not repeat; in css/ each sheet by itself. What a browser may take packed stands beside it, packed.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { bundle } from "lightningcss";
import { rolldown } from "rolldown";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STATIC = join(ROOT, "static");
const DIST = join(STATIC, "dist");
const MODULES = join(ROOT, "node_modules");
const UNFINISHED = join(MODULES, ".dist");

const COPIED = {
  "favicon.svg": join(STATIC, "favicon.svg"),
  "sounds.wav": join(STATIC, "sounds.wav"),
  "young-serif.woff2": join(MODULES, "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2"),
  "source-sans-3.woff2": join(
    MODULES,
    "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
  ),
};
const packages = new Set(["@fontsource/young-serif", "@fontsource-variable/source-sans-3"]); // Of others; scripts bring more.

const LEAST_PACKED = 500; // Bytes: the headers of a shorter answer are most of it.

// The server speaks WebSocket and polling; the third transport of engine.io would be 2 % of the scripts of a table.
const withoutWebTransport = {
  name: "without-webtransport",
  load: (id) => (id.endsWith("/transports/webtransport.js") ? "export class WT {}" : null),
};

async function buildScript(page) {
  const input = join(STATIC, "pages", page);
  const built = await rolldown({ input, platform: "browser", plugins: [withoutWebTransport] });
  const { output } = await built.write({
    dir: UNFINISHED,
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name]-[hash].js",
    // All that the page needs at first is one file; what is imported late imports from there.
    codeSplitting: { groups: [{ name: basename(page, ".js"), tags: ["$initial"] }] },
  });
  await built.close();
  for (const id of output.flatMap(({ moduleIds }) => moduleIds ?? [])) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
    if (name) packages.add(name);
  }
  return output.filter(({ isEntry }) => !isEntry).map(({ fileName }) => fileName);
}

function buildSheet(folder, name, to) {
  const { code } = bundle({ filename: join(STATIC, folder, name), minify: true });
  mkdirSync(join(UNFINISHED, to), { recursive: true });
  writeFileSync(join(UNFINISHED, to, name), code);
}

const named = (folder, suffix) =>
  readdirSync(join(STATIC, folder))
    .filter((name) => name.endsWith(suffix))
    .sort();

rmSync(UNFINISHED, { recursive: true, force: true });
mkdirSync(UNFINISHED);
const late = {};
for (const page of named("pages", ".js")) late[basename(page, ".js")] = await buildScript(page);
writeFileSync(join(UNFINISHED, "late.json"), JSON.stringify(late));
for (const name of named("pages", ".css")) buildSheet("pages", name, ".");
for (const name of named("css", ".css")) buildSheet("css", name, "css");
for (const [name, source] of Object.entries(COPIED)) copyFileSync(source, join(UNFINISHED, name));
mkdirSync(join(UNFINISHED, "licenses"));
for (const name of packages) {
  copyFileSync(join(MODULES, name, "LICENSE"), join(UNFINISHED, "licenses", `${name.replace("/", "-")}.txt`));
}
for (const name of readdirSync(UNFINISHED, { recursive: true })) {
  if (!/\.(css|js|svg)$/.test(name)) continue;
  const content = readFileSync(join(UNFINISHED, name));
  if (content.length < LEAST_PACKED) continue;
  writeFileSync(join(UNFINISHED, `${name}.br`), brotliCompressSync(content));
  writeFileSync(join(UNFINISHED, `${name}.gz`), gzipSync(content, { level: 9 }));
}
rmSync(DIST, { recursive: true, force: true });
renameSync(UNFINISHED, DIST);
