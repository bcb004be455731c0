import { type DestinationStream, pino, stdSerializers } from 'pino';
import type { Log } from './log.ts';
import { redact, redactText } from './redact.ts';

/** Creates a log that writes JSON lines to standard error, without keys, signatures, payments and tokens. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Log {
  const options = {
    level,
    base: null,
    serializers: { err: (error: Error) => redact(stdSerializers.err(error)) },
    formatters: { log: (fields: object) => ({ ...Object(redact(fields)) }) },
    hooks: { streamWrite: redactText },
  };
  return pino(options, destination);
}
