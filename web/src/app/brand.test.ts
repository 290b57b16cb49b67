import { expect, test } from "vitest";
import { brandTokens, type Mode } from "./brand.ts";
import { contrast } from "./oklch.ts";

const surfaces = ["--bg", "--surface", "--sunken", "--raised"];
const readable: [text: string, on: string[]][] = [
  ["--ink", [...surfaces, "--brand-soft", "--accent-soft"]],
  ["--muted", surfaces],
  ["--brand-text", [...surfaces, "--brand-soft"]],
  ["--accent-text", [...surfaces, "--accent-soft"]],
  ["--on-brand", ["--brand", "--brand-hover"]],
];
const visible = ["--brand", "--accent", "--line-strong"];

/** The fixed status colours of app.css, on surfaces that change with the brand. */
const status: Record<Mode, { readable: string[]; visible: string[] }> = {
  light: { readable: ["#27703f", "#8a5606", "#b3261e"], visible: ["#2f7d4f", "#b4740e", "#7f8887"] },
  dark: { readable: ["#6fca95", "#e6b563", "#f59a93"], visible: ["#63c08a", "#e0ab55", "#8c9695"] },
};

const extremes = ["#ffffff", "#000000", "#ffff00", "#00ff00", "#ff0000", "#0000ff", "#00ffff", "#808080", "#f5f5dc"];

function* pairs(): Generator<[string, string]> {
  for (const one of extremes) for (const other of extremes) yield [one, other];
  let seed = 7;
  const next = () => (seed = (seed * 48271) % 0x7fffffff);
  const color = () => `#${(next() % 0x1000000).toString(16).padStart(6, "0")}`;
  for (let i = 0; i < 3000; i++) yield [color(), color()];
}

for (const mode of ["light", "dark"] as const) {
  test(`brandTokens keeps text at 4.5:1 and controls at 3:1 for any two colours in ${mode} mode`, () => {
    const failures: string[] = [];
    for (const [primary, secondary] of pairs()) {
      const tokens: Record<string, string> = brandTokens(primary, secondary, mode);
      const check = (what: string, color: string, on: string, least: number) => {
        const found = contrast(color, tokens[on] ?? "");
        if (!(found >= least)) failures.push(`${primary} ${secondary}: ${what} on ${on} is ${found.toFixed(2)}`);
      };
      for (const [text, on] of readable) for (const surface of on) check(text, tokens[text] ?? "", surface, 4.5);
      for (const surface of surfaces) {
        for (const control of visible) check(control, tokens[control] ?? "", surface, 3);
        for (const color of status[mode].readable) check(color, color, surface, 4.5);
        for (const color of status[mode].visible) check(color, color, surface, 3);
      }
    }
    expect(failures).toEqual([]);
  });
}

test("brandTokens keeps a visible brand colour unchanged", () => {
  expect(brandTokens("#1f5c63", "#d9824a", "light")["--brand"]).toBe("#1f5c63");
});

test("brandTokens replaces an unreadable colour by the product's own", () => {
  expect(brandTokens("teal", null, "light")).toEqual(brandTokens(null, null, "light"));
});

test("keeps the raw colours for large decoration when controls need darker ones", () => {
  const yellow = brandTokens("#ffd400", "#ffee88", "light");
  expect([yellow["--art"], yellow["--art-knot"]]).toEqual(["#ffd400", "#ffee88"]);
  expect(yellow["--brand"]).not.toBe("#ffd400");
});
