#!/usr/bin/env node
// Playwright starts this program as its Firefox: it runs the installed Firefox of FIREFOX_PATH, and passes the messages
// of WebDriver BiDi on in both directions. Playwright sends a command with every page that Firefox ESR does not know;
// this program answers it: the pages keep the theme of the system. Firefox ESR reports a file that a script saves without
// an id, and Playwright ignores such downloads; this program adds the id. Only one window of Firefox has the focus; in the
// others Enter presses no button and no focus event occurs. This program gives a window the focus before it gets input.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { WebSocket, WebSocketServer } from "ws";

const UNKNOWN = new Set(["emulation.setMediaFeaturesOverride"]);

const args = process.argv.slice(2);
hideToolbars(args[args.indexOf("--profile") + 1]);
const browser = spawn(process.env.FIREFOX_PATH, args, { stdio: ["inherit", "inherit", "pipe"] });
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

/** Hides Firefox's own controls, which Tab would lead to after the last control of a page. */
function hideToolbars(profile) {
  mkdirSync(path.join(profile, "chrome"), { recursive: true });
  writeFileSync(path.join(profile, "chrome/userChrome.css"), "#navigator-toolbox { display: none; }\n");
  appendFileSync(
    path.join(profile, "user.js"),
    `\nuser_pref("toolkit.legacyUserProfileCustomizations.stylesheets", true);\n`,
  );
}

/** Listens on a port of its own, and reports that one to Playwright. */
function passOn(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("listening", () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`);
  });
  server.on("connection", (client, request) => {
    const upstream = new WebSocket(address + request.url, { maxPayload: 0 });
    const focus = createFocus((text) => upstream.send(text));
    let ready = new Promise((resolve) => upstream.on("open", resolve));
    client.on("message", (/** @type {Buffer} */ data) => {
      const text = data.toString();
      const { id, method, params } = JSON.parse(text);
      if (UNKNOWN.has(method)) return client.send(JSON.stringify({ type: "success", id, result: {} }));
      if (method === "input.performActions") ready = ready.then(() => focus.give(params.context));
      ready = ready.then(() => upstream.send(text));
    });
    const downloads = new Map();
    upstream.on("message", (/** @type {Buffer} */ data) => {
      const text = data.toString();
      if (!focus.take(text)) client.send(nameDownload(text, downloads));
    });
    upstream.on("close", () => client.close());
    client.on("close", () => upstream.close());
    for (const socket of [client, upstream]) socket.on("error", () => browser.kill());
  });
}

/**
 * Creates what gives one page at a time the focus.
 *
 * @param {(text: string) => void} send Sends a command to Firefox
 */
function createFocus(send) {
  // Far above the ids of Playwright's commands.
  let id = 2 ** 50;
  let focused = "";
  let answered = () => {};
  return {
    /** Gives the window of a page the focus, unless it has it. */
    give: async (/** @type {string} */ context) => {
      if (focused === context) return;
      focused = context;
      const answer = new Promise((resolve) => (answered = resolve));
      send(JSON.stringify({ id: ++id, method: "browsingContext.activate", params: { context } }));
      await answer;
    },
    /** Returns whether a message answers a command of this program; a window that opens or closes moves the focus. */
    take: (/** @type {string} */ text) => {
      if (text.includes('"browsingContext.context')) focused = "";
      if (!text.includes(`"id":${id}`)) return false;
      answered();
      return true;
    },
  };
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
