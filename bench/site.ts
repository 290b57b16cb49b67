import { sumMetric } from "../server/src/testing/sum-metric.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { callApi } from "../e2e/graphql.ts";
import { signIn } from "../e2e/sign-in.ts";
import { createSender, type Sender } from "./sender.ts";
import { buildLarge, freePort, startServer, stopServer } from "./served.ts";

/** The running server of a checkout on large data. */
export interface Site {
  address: string;
  port: string;
  pid: number;
  /** Sends requests that no browser sends. */
  sender: Sender;
  close: () => Promise<void>;
}

export const SIZE = { instances: 1, users: 1_000, courses: 50, units: 20, enrolments: 200 };
const HOST = "large-1.localhost";
export const USERS = { learner: "user4@large-1.test", admin: "admin@large-1.test" };
export type User = keyof typeof USERS;

/** Starts the server of a checkout on data of its own. */
export async function openSite(root: string): Promise<Site> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-screens-"));
  const port = String(await freePort());
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    DEMO: "on",
    PORT: port,
    CONTENT_PORT: String(await freePort()),
  };
  await buildLarge(environment, SIZE, root);
  const server = await startServer(environment, root);
  const sender = createSender({ port: Number(port), host: HOST, from: "127.0.0.1" });
  return {
    address: `http://${HOST}:${port}`,
    port,
    pid: server.pid!,
    sender,
    close: async () => {
      sender.close();
      await stopServer(server);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens a page on which a user is signed in. */
export async function openPage(browser: Browser, site: Site, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site.address, email);
  return page;
}

/** Finds a course of the user, for learners one that they have not completed. */
export async function findCourse(page: Page, user: User): Promise<number> {
  if (user === "admin") {
    const { courses } = await callApi<{ courses: { id: number }[] }>(page, "{ courses { id } }");
    return courses[0]!.id;
  }
  const { myCourses } = await callApi<{ myCourses: { id: number; progress: number }[] }>(
    page,
    "{ myCourses { id progress } }",
  );
  return (myCourses.find(({ progress }) => progress < 100) ?? myCourses[0]!).id;
}

/** Reads a figure of the server's metrics, of all its processes; null where the server does not have it. */
export async function readMetric({ port }: Site, name: string): Promise<number | null> {
  return sumMetric(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), name);
}
