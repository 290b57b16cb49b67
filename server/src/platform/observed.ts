import type { FileStore } from "./files.ts";
import type { Mailer } from "./mail.ts";
import type { Counts } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";
import { NotFound } from "../errors.ts";

/** Counts sent and refused mails, and records each as a span without its recipient and text. */
export function observeMailer(mailer: Mailer, tracing: Tracing | null, mails: Counts): Mailer {
  return {
    ...mailer,
    send: (mail) =>
      counted(mails, {}, () =>
        tracing ? tracing.run({ name: "send mail", kind: "client" }, () => mailer.send(mail)) : mailer.send(mail),
      ),
  };
}

/** Counts the requests to the storage of files, and records them as spans without the keys of the files. */
export function observeFiles(files: FileStore, tracing: Tracing | null, requests: Counts): FileStore {
  const run = <T>(operation: "put" | "get" | "remove", work: () => Promise<T>): Promise<T> => {
    const start = { name: `storage ${operation}`, kind: "client" as const };
    return counted(requests, { operation }, () => (tracing ? tracing.run(start, work) : work()));
  };
  return {
    put: (key, stream, options) => run("put", () => files.put(key, stream, options)),
    get: (key, range) => run("get", () => files.get(key, range)),
    remove: (key) => run("remove", () => files.remove(key)),
    async *list(prefix) {
      try {
        yield* files.list(prefix);
        requests.inc({ operation: "list", outcome: "done" });
      } catch (error) {
        requests.inc({ operation: "list", outcome: "failed" });
        throw error;
      }
    },
  };
}

async function counted<T>(counts: Counts, labels: Record<string, string>, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    counts.inc({ ...labels, outcome: "done" });
    return result;
  } catch (error) {
    // A file that does not exist is an answer.
    counts.inc({ ...labels, outcome: error instanceof NotFound ? "done" : "failed" });
    throw error;
  }
}
