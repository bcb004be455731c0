import { type DestinationStream, pino } from 'pino';
import type { Log } from './log.ts';

/** Field names whose values never reach a log. */
const secrets = [
  'authorization',
  'api_key',
  'apiKey',
  'key',
  'privateKey',
  'signature',
  'proof',
  'payment-signature',
  'x-payment',
  'x-api-key',
];

/** Creates a log that writes JSON lines and blanks out keys, signatures and payment headers at the first two levels. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const paths = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const options = { level, base: null, redact: { paths, censor: '[redacted]' } };
  return destination ? pino(options, destination) : pino(options);
}
