import type { Plugin } from "vite";

/** The typefaces of the first screen; all others are loaded when a page needs them. */
const preloadedFonts = [/figtree-latin-wght-normal-.*\.woff2$/, /newsreader-latin-400-normal-.*\.woff2$/];

/**
 * Preloads the fonts of the first screen, and lets the entry script delay the first paint: it sets the colours of the
 * branch, which no inline script may do under the content security policy.
 */
export function firstPaint(): Plugin {
  return {
    name: "first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((file) => preloadedFonts.some((font) => font.test(file)));
        return {
          html: html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
          tags: fonts.map((file) => ({
            tag: "link",
            attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: true },
            injectTo: "head" as const,
          })),
        };
      },
    },
  };
}
