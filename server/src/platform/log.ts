type Write = (fields: object, message: string) => void;

/** What the server's logger (pino) and a test's silent one have in common. */
export interface Log {
  info: Write;
  warn: Write;
  error: Write;
}
