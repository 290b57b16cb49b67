import { expect } from "vitest";
import { type Client, startServer } from "./server.ts";
import { runImport } from "../features/archives/import.service.ts";

const IMPORT = `mutation ($file: String!, $branchUrl: String) { importCourse(file_path: $file, branchUrl: $branchUrl) { id state } }`;
const STATE = `query ($id: Int!) { courseImport(id: $id) { state stored total problems course_id } }`;

/** Starts a server with an author, and returns functions that upload, export and import course archives. */
export async function startArchives() {
  const server = await startServer();
  const author = await server.as("instructor@demo.test");
  return { server, author, upload, exported, imported };

  async function upload(client: Client, kind: string, name: string, bytes: Buffer | string, host = "demo.localhost") {
    const boundary = "----cairn";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${kind}"; filename="${name}"\r\n\r\n`;
    const response = await server.app.inject({
      method: "POST",
      url: `/api/upload-${kind}`,
      headers: {
        host,
        authorization: `Bearer ${client.token}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
    expect(response.json()).toMatchObject({ url: expect.any(String) });
    return response.json().url as string;
  }

  async function exported(client: Client, id: number, host = "demo.localhost") {
    return server.app.inject({
      url: `/api/courses/${id}/archive`,
      headers: { host, ...(client.token ? { authorization: `Bearer ${client.token}` } : {}) },
    });
  }

  async function imported(client: Client, bytes: Buffer, host = "demo.localhost", branchUrl?: string) {
    const file = await upload(client, "archive", "course.zip", bytes, host);
    const { id } = (await client.data(IMPORT, { file, branchUrl })).importCourse;
    const job = server.outside.jobs.findLast(({ name }) => name === "course.import")!;
    await runImport(server.platform, job.payload as Parameters<typeof runImport>[1], 1);
    return (await client.data(STATE, { id })).courseImport;
  }
}

/** The description of a course without units, as an archive has it. */
export const EMPTY_COURSE = {
  title: "A",
  description: "d",
  course_code: null,
  categories: [],
  price: 0,
  hide_from_catalog: false,
  capacity: null,
  level: null,
  start_date: null,
  start_time: null,
  end_date: null,
  end_time: null,
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "Default",
  thumbnail: null,
  resources: [],
  units: [],
};
