import type { Duplex } from "node:stream";

/** How much of a refused request is still read, and for how long: closing the connection early would lose the answer. */
const MOST_BYTES = 2 * 1024 * 1024;
const PATIENCE_MS = 10_000;

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Please reload this page</title></head>
<body><h1>Please reload this page</h1>
<p>Your browser sent more cookies than this server accepts. This site needs no cookies, so your browser was asked to delete them.</p>
<p><a href="">Reload this page</a>. If you see this again, delete the cookies of this site in the settings of your browser.</p>
<script>
try {
  if (!sessionStorage.getItem("cookies-deleted")) {
    sessionStorage.setItem("cookies-deleted", "yes");
    location.reload();
  }
} catch {}
</script></body></html>
`;

const OVERSIZED = answer(
  "431 Request Header Fields Too Large",
  `Content-Type: text/html; charset=utf-8\r\nClear-Site-Data: "cookies"\r\n`,
  PAGE,
);
const BAD = answer("400 Bad Request", "Content-Type: text/plain; charset=utf-8\r\n", "This is no HTTP request.\n");
const TOO_SLOW = answer("408 Request Timeout", "Content-Type: text/plain; charset=utf-8\r\n", "This took too long.\n");

const answered = new WeakSet<Duplex>();

/**
 * Answers a request that Node could not parse. With oversized headers it makes the browser delete its cookies: foreign
 * content may set cookies for a parent domain, and must not lock users out of the application, which uses none (P80).
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const isOversized = error.code === "HPE_HEADER_OVERFLOW";
  socket.end(isOversized ? OVERSIZED : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? TOO_SLOW : BAD);
  if (isOversized) readToTheEnd(socket);
  else socket.once("finish", () => socket.destroy());
}

/** Reads what the client still sends, so that it receives the answer, up to a limit. */
function readToTheEnd(socket: Duplex): void {
  let size = 0;
  const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
  socket.once("close", () => clearTimeout(timer));
  socket.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_BYTES) socket.destroy();
  });
  socket.resume();
}

function answer(status: string, headers: string, body: string): string {
  const always = "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n";
  return `HTTP/1.1 ${status}\r\n${headers}${always}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
