import type { ChildProcess } from "node:child_process";

/** The other end of a channel between two processes of one server. */
export type Other = ChildProcess | NodeJS.Process;

/** What the processes of a server ask each other: the metrics of one process, or the text of all processes' metrics. */
export type Question = "own metrics" | "all metrics";

interface Call {
  call: number;
  question: Question;
}

interface Answer {
  answerTo: number;
  answer: unknown;
}

const PATIENCE_MS = 2_000;
let lastCall = 0;

/**
 * Asks another process of this server.
 * @throws Error when it does not answer within two seconds
 */
export function ask(other: Other, question: Question): Promise<unknown> {
  const call = ++lastCall;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      other.off("message", receive);
      settle();
    };
    const receive = (message: unknown) => {
      if (isAnswer(message) && message.answerTo === call) finish(() => resolve(message.answer));
    };
    const fail = () => finish(() => reject(new Error("A process of this server does not answer.")));
    const timer = setTimeout(fail, PATIENCE_MS);
    other.on("message", receive);
    send(other, { call, question }, fail);
  });
}

/** Answers what another process of this server asks. A question that cannot be answered is left to the patience of the asker. */
export function answer(other: Other, reply: (question: Question) => Promise<unknown>): void {
  other.on("message", (message: unknown) => {
    if (!isCall(message)) return;
    void reply(message.question).then(
      (found) => send(other, { answerTo: message.call, answer: found }, () => {}),
      () => {},
    );
  });
}

/** Sends a message. A process that has just ended is no error of the sender. */
function send(other: Other, message: Call | Answer, onError: () => void): void {
  if (!other.connected) return onError();
  other.send!(message, undefined, undefined, (error) => error && onError());
}

const isCall = (message: unknown): message is Call =>
  typeof message === "object" && message !== null && "call" in message && "question" in message;

const isAnswer = (message: unknown): message is Answer =>
  typeof message === "object" && message !== null && "answerTo" in message;
