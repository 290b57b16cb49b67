import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";

/** Starts an S3 server with one bucket in this process; its address is a STORAGE_URL. */
export async function openBucket(): Promise<{ url: string; close: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), "cairn-bucket-"));
  const configureBuckets = [{ name: "cairn" }];
  const s3 = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets });
  const { port } = await s3.run();
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/cairn?region=eu-west-1&tls=off`,
    close: async () => {
      await s3.close();
      await rm(directory, { recursive: true });
    },
  };
}
