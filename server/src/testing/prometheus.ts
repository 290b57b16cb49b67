import { execFile, spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** Whether promtool, which comes with Prometheus, is installed here. */
export const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** The samples of one scrape by series, such as `up{job="cairn"}`. */
export type Scrape = Map<string, number>;

const TARGET = 'job="cairn",instance="here"';

/** Scrapes a server as Prometheus does, with the labels that it adds. A server that does not answer is down. */
export async function scrape(port: number): Promise<Scrape> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
  const samples: Scrape = new Map([[`up{${TARGET}}`, response ? 1 : 0]]);
  for (const line of ((await response?.text()) ?? "").split("\n")) {
    const [, name, labels, value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (name !== undefined && value !== "Nan")
      samples.set(`${name}{${labels ? `${labels},` : ""}${TARGET}}`, Number(value!.replace("+Inf", "Infinity")));
  }
  return samples;
}

const MINUTES = 15;
/** Prometheus' own clock begins at 0 in its tests. */
const END_SECONDS = 2 * MINUTES * 60;

/**
 * Lets Prometheus evaluate the alerts over half an hour: a quarter as in the first scrape, and a quarter in which what
 * happened between both scrapes happens every minute.
 * @returns the names of the alerts that fire at the end
 */
export async function listFiring(rules: string, folder: string, before: Scrape, after: Scrape): Promise<string[]> {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const shift = Date.now() / 1000 - END_SECONDS;
  const series = names.map((name) => {
    const at = (value: number | undefined) =>
      value === undefined ? undefined : name.startsWith("backup_timestamp_seconds") ? value - shift : value;
    return { series: name, values: toValues(name, at(before.get(name)), at(after.get(name))) };
  });
  const firing: string[] = [];
  const test = path.join(folder, "alerts-test.json");
  // Nothing is expected, so that promtool prints what it found.
  const content = {
    rule_files: [rules],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: series,
        promql_expr_test: [
          {
            expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: `${2 * MINUTES}m`,
            exp_samples: [{ labels: '{alertname="none"}', value: 1 }],
          },
        ],
      },
    ],
  };
  await writeFile(test, JSON.stringify(content));
  const output = await promisify(execFile)("promtool", ["test", "rules", test], { maxBuffer: 2 ** 26 }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
  await rm(test);
  const found = /got:\s*([\s\S]*)$/.exec(output)?.[1];
  if (found === undefined) throw new Error(output);
  for (const [, name] of found.matchAll(/alertname="(\w+)"/g)) if (name !== "none") firing.push(name!);
  return firing.sort();
}

/** Writes the values of a series as promtool reads them. */
function toValues(name: string, before: number | undefined, after: number | undefined): string {
  const isCounter = /^(\w+_(total|count|sum|bucket)|process_start_time_seconds)\{/.test(name);
  const first = before === undefined ? `_x${MINUTES}` : `${print(before)}x${MINUTES - 1}`;
  if (after === undefined) return `${first} _x${MINUTES}`;
  if (!isCounter) return `${first} ${print(after)}x${MINUTES}`;
  const step = after - (before ?? 0);
  return `${first} ${print(after)}+${print(Math.max(step, 0))}x${MINUTES}`;
}

const print = (value: number) => (value === Infinity ? "Inf" : value.toFixed(9));

const FUNCTIONS = new Set(
  "and or unless by without on ignoring sum max min avg count group rate increase changes time histogram_quantile topk label_values bool vector".split(
    " ",
  ),
);

/** Lists the names of the metrics that an expression of PromQL reads. */
export function listMetricNames(expression: string): string[] {
  const text = expression
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\b(by|without) \([^)]*\)/g, "")
    .replaceAll(/\$\w+/g, "");
  const names = text.match(/(?<![\d.])\b[a-z_][a-z0-9_]*\b/g) ?? [];
  return [...new Set(names)].filter((name) => !FUNCTIONS.has(name));
}
