/** The log of a gateway; a pino logger is one. */
export interface Log {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

/** A log that writes nothing. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
