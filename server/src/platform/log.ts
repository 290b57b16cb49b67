type Write = (fields: object, message: string) => void;

/** What the server's logger (pino) and the silent one of tests have in common. */
export interface Log {
  info: Write;
  warn: Write;
  error: Write;
}
