import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The style of the public pages, with the product's fonts included, because they load nothing. */
export const STYLE = `
${face("Newsreader", "newsreader", 500)}
${face("Figtree", "figtree", 400)}
${face("Figtree", "figtree", 600)}
:root { color-scheme: light; }
body { margin: 0; background: #f6faf9; color: #1b2523; font: 16px/1.5 Figtree, system-ui, sans-serif; display: grid; min-height: 100vh; place-items: center; }
main { box-sizing: border-box; width: min(100% - 32px, 560px); margin: 32px 0; padding: 32px; background: #fff; border: 1px solid #d8e2e0; border-radius: 14px; overflow-wrap: anywhere; }
h1 { margin: 0 0 20px; font: 500 32px/1.2 Newsreader, Georgia, serif; }
p { margin: 0; }
.state { padding: 12px 16px; border-radius: 9px; font-weight: 600; }
.valid { background: #e6f4ea; color: #1d5a2e; }
.expired { background: #fdf1dc; color: #6f4a06; }
.revoked { background: #fbe8e6; color: #8c241a; }
.picture { display: block; width: 128px; height: 128px; margin: 0 0 20px; object-fit: contain; }
.more { margin-top: 20px; }
a { color: #0b5d56; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 10px 24px; margin: 24px 0 0; }
dt { color: #5c6a68; }
dd { margin: 0; font-weight: 600; }
svg { display: block; width: 100%; height: auto; margin-top: 28px; }
@media (max-width: 420px) { dl { grid-template-columns: 1fr; gap: 2px; } dd { margin-bottom: 12px; } }
`;

function face(family: string, pack: string, weight: number): string {
  const file = createRequire(import.meta.url).resolve(`@fontsource/${pack}/files/${pack}-latin-${weight}-normal.woff2`);
  const data = readFileSync(file).toString("base64");
  return `@font-face { font-family: ${family}; font-weight: ${weight}; font-display: swap; src: url(data:font/woff2;base64,${data}) format("woff2"); }`;
}
