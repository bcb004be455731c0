import { type DestinationStream, pino, stdSerializers } from 'pino';
import type { Log } from './log.ts';

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

/** Keeping secrets out of what people and machines read of a gateway. */

const mark = '[redacted]';

/** Names of fields and headers whose values never reach a log, in lower case without `-` and `_`. */
const secretNames = new Set([
  'apikey',
  'authorization',
  'cookie',
  'key',
  'password',
  'paymentsignature',
  'privatekey',
  'proof',
  'secret',
  'sig',
  'signature',
  'token',
  'transaction',
  'xapikey',
  'xpayment',
]);

/** Patterns of secrets in texts, with their replacements. */
const patterns: readonly (readonly [RegExp, string])[] = [
  // A signature of a key; addresses and hashes are shorter.
  [/0x[0-9a-f]{130}/gi, mark],
  // JSON in base64, as payments are sent.
  [/eyJ[\w+/=-]{40,}/g, mark],
  [/\b(Bearer|Basic) +[^\s"'\\]+/gi, `$1 ${mark}`],
  [/\bsk_[\w-]{8,}/g, mark],
  [/(\/\/)[^/\s"'@]+@/g, `$1${mark}@`],
  [/([?&]sig=)[\w-]+/g, `$1${mark}`],
];

/** Depth below which values are left out: log fields are flat, and a cycle has no end. */
const maxDepth = 8;

/** Removes secrets from a text. */
export function redactText(text: string): string {
  return patterns.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}

/** Removes the values of fields with secret names, at any depth. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === maxDepth) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretNames.has(name.toLowerCase().replaceAll(/[-_]/g, '')) ? mark : redact(item, depth + 1),
    ]),
  );
}
