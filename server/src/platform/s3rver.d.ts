/** The S3 server of the tests has no types. */
declare module "s3rver" {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    httpServer: import("node:http").Server;
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
