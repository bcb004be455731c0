import type { Field } from '../../entities.ts';

/** A field as sentences name it: `max_results` in the body of `search`. */
export function nameOf(field: Field): string {
  const { operation, path, media } = field;
  const where = operation?.sends ? sentPart(field, operation.sends) : partOf(field);
  const of = operation ? `${operation.sends ? '' : ' of'} \`${operation.id}\`` : '';
  const whole = `${where}${of}${media === undefined ? '' : ` as \`${media}\``}`;
  return path.length === 0 ? whole.replace(/^t/, 'T') : `\`${path.join('.')}\` in ${whole}`;
}

function partOf({ in: part, status }: Field): string {
  return part === 'response'
    ? `the response ${statusName(status)}`
    : part === 'challenge'
      ? 'the challenge'
      : `the ${part}`;
}

/** Names the part of a webhook or callback: users read its request and write its answer. */
function sentPart({ in: part }: Field, sends: 'webhook' | 'callback'): string {
  return part === 'response' ? `the request of the ${sends}` : `the answer to the ${sends}`;
}

/** A header as sentences name it: `Retry-After` of HTTP 429 of `search`. */
export function headerOf({ header, status, operation, path }: Field): string {
  const of = operation ? ` of \`${operation.id}\`` : '';
  return `\`${[header, ...path].join('.')}\` of ${operation?.sends ? 'the request' : `HTTP ${statusName(status)}`}${of}`;
}

/** A status as sentences name it: a digit stands for its hundred, 0 for the default. */
export function statusName(status = 0): string {
  if (status === 0) return 'default';
  return status < 10 ? `${status}XX` : String(status);
}
