#!/usr/bin/env node
// Playwright starts this program as its Firefox: it runs the installed Firefox of FIREFOX_PATH, and passes the messages
// of WebDriver BiDi on in both directions. Playwright sends a command with every page that Firefox ESR does not know;
// this program answers it: the pages keep the theme of the system. Firefox ESR reports a file that a script saves without
// an id, and Playwright ignores such downloads; this program adds the id.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { WebSocket, WebSocketServer } from "ws";

const UNKNOWN = new Set(["emulation.setMediaFeaturesOverride"]);

const browser = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ["inherit", "inherit", "pipe"] });
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => browser.kill(signal));
browser.on("exit", (code) => process.exit(code ?? 0));
let output = "";
browser.stderr.on("data", (data) => {
  output += data;
  const lines = output.split("\n");
  output = lines.pop() ?? "";
  for (const line of lines) {
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
    if (address) passOn(address);
    else process.stderr.write(`${line}\n`);
  }
});

/** Listens on a port of its own, and reports that one to Playwright. */
function passOn(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("listening", () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`);
  });
  server.on("connection", (client, request) => {
    const upstream = new WebSocket(address + request.url, { maxPayload: 0 });
    const waiting = [];
    const send = (text) => (upstream.readyState === WebSocket.OPEN ? upstream.send(text) : waiting.push(text));
    client.on("message", (/** @type {Buffer} */ data) => {
      const text = data.toString();
      const { id, method } = JSON.parse(text);
      if (UNKNOWN.has(method)) client.send(JSON.stringify({ type: "success", id, result: {} }));
      else send(text);
    });
    upstream.on("open", () => waiting.splice(0).forEach((text) => upstream.send(text)));
    const downloads = new Map();
    upstream.on("message", (/** @type {Buffer} */ data) => client.send(nameDownload(data.toString(), downloads)));
    upstream.on("close", () => client.close());
    client.on("close", () => upstream.close());
    for (const socket of [client, upstream]) socket.on("error", () => browser.kill());
  });
}

/**
 * Adds an id to the events of a download that have none.
 *
 * @param {string} text A message of Firefox
 * @param {Map<string, string>} downloads The ids of downloads that have begun, by frame and address
 */
function nameDownload(text, downloads) {
  if (!text.includes('"browsingContext.download')) return text;
  const message = JSON.parse(text);
  const { method, params } = message;
  if (params?.navigation !== null || params.download) return text;
  const key = `${params.context} ${params.url}`;
  if (method === "browsingContext.downloadWillBegin") downloads.set(key, randomUUID());
  params.download = downloads.get(key);
  if (method === "browsingContext.downloadEnd") downloads.delete(key);
  return JSON.stringify(message);
}
