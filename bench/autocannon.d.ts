/** The part of autocannon that the benchmarks use. */
declare module "autocannon" {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Options {
    url: string | string[];
    connections: number;
    /** In seconds. */
    duration: number;
    /** Load before the measurement starts. */
    warmup?: { connections: number; duration: number };
    requests: (Request & {
      setupRequest?: (request: Request, context: { number?: number }) => Request;
      onResponse: (status: number, body: string) => void;
    })[];
  }
  export default function autocannon(
    options: Options,
  ): Promise<{ requests: { average: number; total: number }; duration: number; latency: { p50: number; p99: number } }>;
}
