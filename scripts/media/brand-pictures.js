import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { PICTURES, PROJECT } from "./folders.js";
import { openPage } from "./scene-browser.js";

const PUBLIC = new URL("public/", PROJECT);
const SHARE = new URL("public/share/", PROJECT);

/** Icons of browsers, phones and home screens: file and edge in pixels. */
const ICONS = /** @type {const} */ ([
  ["favicon-32.png", 32],
  ["apple-touch-icon.png", 180],
  ["icon-192.png", 192],
  ["icon-512.png", 512],
]);

/** Draws icons and one share picture per page from the mark, the type and a road still. */
export async function renderBrandPictures() {
  mkdirSync(SHARE, { recursive: true });
  const { pages, shareImage, ownMark } = await loadBrand();
  const { browser, page } = await openPage();
  try {
    for (const [file, edge] of ICONS) {
      await page.setViewportSize({ width: edge, height: edge });
      await page.setContent(iconHtml(ownMark));
      writeFileSync(new URL(file, PUBLIC), await page.screenshot({ type: "png" }));
    }
    writeFileSync(
      new URL("favicon.ico", PUBLIC),
      ico(readFileSync(new URL("favicon-32.png", PUBLIC))),
    );
    writeFileSync(new URL("favicon.svg", PUBLIC), iconSvg(ownMark));

    await page.setViewportSize({ width: shareImage.width, height: shareImage.height });
    for (const [id, { title }] of Object.entries(pages)) {
      await page.setContent(shareHtml(title, ownMark));
      await page.evaluate("document.fonts.ready");
      const picture = await page.screenshot({ type: "jpeg", quality: 80 });
      writeFileSync(new URL(`${id}.jpg`, SHARE), picture);
    }
  } finally {
    await browser.close();
  }
  console.log("icons and share pictures: drawn");
}

/** The mark and the table of pages, which are TypeScript. */
async function loadBrand() {
  const bundle = await build({
    stdin: {
      contents: 'export * from "./app/content/pages"; export * from "./app/content/brand-marks";',
      resolveDir: fileURLToPath(PROJECT),
    },
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(bundle.outputFiles[0]?.contents ?? []).toString("base64");
  /** @type {typeof import("../../app/content/pages") & typeof import("../../app/content/brand-marks")} */
  const brand = await import(`data:text/javascript;base64,${code}`);
  return brand;
}

/** @param {string} mark */
function iconSvg(mark) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="10" fill="#0c0e10"/><path transform="translate(14.4 11.7) scale(1.35)" fill="#ffb81c" d="${mark}"/></svg>\n`;
}

/** @param {string} mark */
function iconHtml(mark) {
  return `<style>body{margin:0;background:#0c0e10}svg{display:block;width:100vw;height:100vh}</style>${iconSvg(mark).replace('rx="10" ', "")}`;
}

/**
 * @param {string} title
 * @param {string} mark
 */
function shareHtml(title, mark) {
  const font = dataUrl("font/woff2", new URL("app/styles/fonts/overpass.woff2", PROJECT));
  const road = dataUrl("image/webp", new URL("road-scout.webp", PICTURES));
  return `<style>
@font-face{font-family:Overpass;src:url(${font});font-weight:100 900}
body{margin:0;width:1200px;height:630px;background:#0c0e10 url(${road}) 50% 62%/cover;font-family:Overpass;color:#fff}
body::before{content:"";position:absolute;inset:0;background:linear-gradient(90deg,rgb(12 14 16/.75),rgb(12 14 16/.1) 75%)}
.sign{position:absolute;left:72px;top:96px;max-width:860px;box-sizing:border-box;padding:64px 72px 52px;border-radius:24px;background:#006b45}
.sign::before{content:"";position:absolute;inset:12px;border:5px solid #fff;border-radius:14px}
h1{margin:0;font:800 92px/1.02 Overpass;letter-spacing:-.015em;text-wrap:balance}
p{position:absolute;left:72px;bottom:56px;margin:0;display:flex;gap:20px;align-items:center;font:800 52px/1 Overpass}
p svg{width:46px;height:53px;margin-top:-8px}
</style><div class="sign"><h1>${title.replace("&", "&amp;")}</h1></div>
<p><svg viewBox="0 0 26 30"><path fill="#ffb81c" d="${mark}"/></svg>Pulse</p>`;
}

/** @param {string} type @param {URL} file */
function dataUrl(type, file) {
  return `data:${type};base64,${readFileSync(file).toString("base64")}`;
}

/**
 * A PNG in an icon container: header of 6 bytes, one entry of 16, then the picture.
 *
 * @param {Buffer} png 32 x 32
 */
function ico(png) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
