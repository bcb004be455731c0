import type { Field } from '../../entities.ts';

/** A field as sentences name it: `max_results` of the body of `search`. */
export function nameOf({ in: part, operation, path, status }: Field): string {
  const where = part === 'response' ? `the response ${status}` : part === 'challenge' ? 'the challenge' : `the ${part}`;
  const whole = operation ? `${where} of \`${operation.id}\`` : where;
  return path.length === 0 ? whole.replace(/^t/, 'T') : `\`${path.join('.')}\` in ${whole}`;
}

/** A header as sentences name it: `Retry-After` of HTTP 429 of `search`. */
export function headerOf({ header, status, operation, path }: Field): string {
  const of = operation ? ` of \`${operation.id}\`` : '';
  return `\`${[header, ...path].join('.')}\` of HTTP ${status}${of}`;
}
