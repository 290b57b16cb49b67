import type { Client, TestServer } from "./server.ts";
import { unpackPackage } from "../features/scorm/packages.service.ts";

/** Uploads a file as a package and returns the response. */
export async function uploadPackage(server: TestServer, client: Client, bytes: Buffer, name = "course.zip") {
  const boundary = "----cairn";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="scorm"; filename="${name}"\r\nContent-Type: application/zip\r\n\r\n`;
  return server.app.inject({
    method: "POST",
    url: "/api/upload-scorm",
    headers: {
      host: client.host,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...(client.token ? { authorization: `Bearer ${client.token}` } : {}),
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

/** Uploads a package and runs the job that unpacks it. */
export async function storedPackage(server: TestServer, author: Client, bytes: Buffer) {
  const answer = await uploadPackage(server, author, bytes);
  const { url, scorm } = answer.json();
  if (!scorm) throw new Error(answer.body);
  const job = server.outside.jobs.findLast(({ name }) => name === "scorm.unpack");
  await unpackPackage(server.platform, job!.payload as Parameters<typeof unpackPackage>[1]);
  return { url: url as string, id: scorm.id as number };
}

export const CREATE_SCORM = `mutation ($title: String!, $scorm: [ScormUnitInput!]) {
  createCourse(title: $title, description: "Made for tests", scorm: $scorm) { id } }`;

export const SCORM_UNITS = `query ($id: Int!) { course(id: $id) {
  progress is_complete
  scorms { id title is_complete scorm_id scorm_path scorm { id title kind version state entry_url uuid scos { id title uuid entry_url } } } } }`;

/** Publishes a course of packages, one per unit, with a learner enrolled. */
export async function scormCourse(server: TestServer, author: Client, learner: Client, ...packages: Buffer[]) {
  const scorm = [];
  for (const [index, bytes] of packages.entries()) {
    const { url } = await storedPackage(server, author, bytes);
    scorm.push({ unit_order: index + 1, title: `Package ${index + 1}`, scorm_path: url });
  }
  const { createCourse } = await author.data(CREATE_SCORM, { title: `Packages ${Math.random()}`, scorm });
  await learner.data("mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }", createCourse);
  const { course } = await learner.data(SCORM_UNITS, createCourse);
  return { courseId: createCourse.id as number, units: course.scorms as ScormUnit[] };
}

export interface ScormUnit {
  id: number;
  is_complete: boolean;
  scorm_id: number;
  scorm: { id: number; kind: string; version: string; state: string; entry_url: string; scos: { uuid: string }[] };
}

/** Launches a unit and makes the calls of the player page: on the content host, with the launch token. */
export async function launched(server: TestServer, learner: Client, courseId: number, unitId: number) {
  const { launchScorm } = await learner.data(
    "mutation ($course: Int!, $unit: Int!) { launchScorm(course_id: $course, unit_id: $unit) { url kind } }",
    { course: courseId, unit: unitId },
  );
  return openPlayer(server, launchScorm.url);
}

/** Makes the calls of the player page that was opened at an address. */
export function openPlayer(server: TestServer, url: string) {
  const { host, pathname } = new URL(url);
  const token = pathname.split("/")[2]!;
  let sequence = 0;
  const get = (path: string, headers: Record<string, string> = {}, at = host) =>
    server.content.inject({ method: "GET", url: `${pathname}${path}`, headers: { host: at, ...headers } });
  return {
    token,
    host,
    get,
    state: async () => (await get("state")).json(),
    call: (path: string, body: object, { number = ++sequence, bearer = token } = {}) =>
      server.content.inject({
        method: "POST",
        url: `/api/scorm/${path}`,
        headers: { host, authorization: `Bearer ${bearer}`, "x-scorm-sequence": String(number) },
        payload: body,
      }),
  };
}
