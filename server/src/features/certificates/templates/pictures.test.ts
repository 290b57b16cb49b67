import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, startServer, type TestServer } from "../../../testing/server.ts";
import { CREATE, picture, uploadPicture } from "../../../testing/certificate-templates.ts";

let server: TestServer;
let admin: Client;
let learner: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.as("learner@demo.test");
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const get = (url: string) => server.app.inject({ url, headers: { host: "demo.localhost" } });

const upload = (kind: string, file: Buffer, client = admin) => uploadPicture(server, client, kind, file);
const uploadAs = async (kind: string, file: Buffer): Promise<string> =>
  (await upload(kind, file)).data["uploadCertificatePicture"];

async function readProblems(design: object): Promise<Record<string, string[]>> {
  const { errors } = await admin.query(CREATE, { input: { name: "Refused", design } });
  return errors![0]!.extensions.validation as Record<string, string[]>;
}

describe("a picture of a template", () => {
  test("is drawn again: a background as JPEG, others as PNG with transparency", async () => {
    const jpeg = await get(await uploadAs("background", await picture(3000, "#112233")));
    expect((await sharp(jpeg.rawPayload).metadata()).format).toBe("jpeg");
    expect((await sharp(jpeg.rawPayload).metadata()).width).toBe(2480);
    const png = await sharp(
      (await get(await uploadAs("logo", await picture(50, { r: 1, g: 2, b: 3, alpha: 0 })))).rawPayload,
    ).metadata();
    expect([png.format, png.hasAlpha]).toEqual(["png", true]);
  });

  test.each([
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      "a GIF",
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
          .gif()
          .toBuffer(),
    ],
    ["a broken PNG", async () => (await picture(90, "#123456")).subarray(0, 60)],
    ["too large a logo", () => Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(2 * 1024 * 1024)])],
  ])("is refused when it is %s", async (_, file) => {
    const { errors } = await upload("logo", await file());
    expect(Object.keys(errors![0]!.extensions.validation!)).toEqual(["file"]);
  });

  test("is used only for what it was uploaded for, and by admins of its instance", async () => {
    const logo = await uploadAs("logo", await picture(50, "#123456"));
    expect(Object.keys(await readProblems({ layout: "picture", background_url: logo }))).toEqual(["background_url"]);
    const riverside = await server.as("admin@riverside.test");
    const input = { name: "Theirs", design: { logo: "own", logo_url: logo } };
    expect(await riverside.refusal(CREATE, { input })).toBe("VALIDATION");
    expect((await upload("logo", await picture(50, "#123456"), learner)).errors![0]!.extensions.code).toBe("FORBIDDEN");
  });
});

describe("a certificate whose picture cannot be read", () => {
  test.each([
    ["a missing file", () => Promise.reject(new Error("There is no such file."))],
    ["a file that is no picture", async () => Readable.from([Buffer.from("no picture")])],
    ["a broken PNG", async () => Readable.from([Buffer.from("89504e470d0a1a0a00", "hex")])],
  ])("is drawn without %s, and the log names the file, the instance and the request", async (_, read) => {
    const design = { logo: "own", logo_url: await uploadAs("logo", await picture(50, "#123456")) };
    const preview = (payload: object) => {
      const headers = { host: "demo.localhost", authorization: `Bearer ${admin.token}` };
      return server.app.inject({ method: "POST", url: "/api/certificate-preview", headers, payload });
    };
    server.outside.log.length = 0;
    expect((await preview({ design })).statusCode).toBe(200);
    expect(server.outside.log).toEqual([]);

    vi.spyOn(server.platform.files, "get").mockImplementation(read as never);
    const response = await preview({ design });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    expect(server.outside.log).toEqual([
      {
        message: "a certificate was drawn without a picture that cannot be read",
        fields: {
          err: expect.any(Error),
          requestId: expect.any(String),
          domain: "demo",
          certificateId: 0,
          file: expect.stringMatching(/^\d+\//),
        },
      },
    ]);
  });
});
