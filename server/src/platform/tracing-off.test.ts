import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");

/** Lists the modules of OpenTelemetry that a server has loaded, in a process of its own. */
function listLoaded(settings: Record<string, string>): string[] {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { loadConfig } = await import(${JSON.stringify(path.join(ROOT, "config.ts"))});
    const { openTracing } = await import(${JSON.stringify(path.join(ROOT, "platform/open-tracing.ts"))});
    for (const part of ["start.ts", "app.ts", "content.ts"]) await import(${JSON.stringify(`${ROOT}/`)} + part);
    await openTracing(loadConfig(${JSON.stringify(settings)}), { info() {}, warn() {}, error() {} });
    console.log(JSON.stringify(loaded.filter((url) => /@opentelemetry\\/(?!api\\/)/.test(url))));
    process.exit(0);`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  return JSON.parse(output.trim().split("\n").at(-1)!) as string[];
}

// prom-client loads the interface by itself.
test("without an endpoint, no module of OpenTelemetry but its interface is loaded", () => {
  expect(listLoaded({})).toEqual([]);
});

test("with an endpoint, the modules are loaded", () => {
  expect(listLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }).length).toBeGreaterThan(5);
});
