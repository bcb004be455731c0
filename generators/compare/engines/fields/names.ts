import type { Field } from '../../entities.ts';
import { isBranchStep } from '../../fields/branches.ts';

/** A field as sentences name it: `max_results` in the body of `search`. */
export function nameOf(field: Field): string {
  const { operation, media } = field;
  const of = operation ? `${operation.sends ? '' : ' of'} \`${operation.id}\`` : '';
  const whole = `${partOf(field)}${of}${media === undefined ? '' : ` as \`${media}\``}`;
  const name = pathName(field);
  return name === undefined ? whole.replace(/^t/, 'T') : `${name} ${whole}`;
}

/** A field by its last name, for a change that several operations or places have: `currency` in the body. */
export function shortNameOf(field: Field): string {
  const whole = partOf(field);
  const start = field.path.findLastIndex((step) => !isBranchStep(step) && step !== 'items' && step !== '*');
  const name = pathName({ ...field, path: field.path.slice(Math.max(start, 0)) });
  return name === undefined ? whole.replace(/^t/, 'T') : `${name} ${whole}`;
}

/** The path of a field, from the inside out: `holderName` in alternative `Bacs` of `method`. Undefined for the whole. */
function pathName({ path }: Pick<Field, 'path'>): string | undefined {
  const steps = path.slice();
  const words: string[] = [];
  while (steps.length > 0) {
    const at = steps.findLastIndex(isBranchStep);
    const inner = steps.splice(at + 1);
    if (inner.length > 0) words.push(`\`${inner.join('.')}\` in`);
    const branch = steps.pop();
    if (branch !== undefined) words.push(`${alternativeOf(branch)} of`);
  }
  if (words.length > maxSteps) words.splice(2, words.length - maxSteps, '… of');
  return words.length === 0 ? undefined : words.join(' ');
}

/** Fields and alternatives that the path of a field names; of a longer one the inner and outer ends. */
const maxSteps = 6;

/** An alternative as sentences name it. */
function alternativeOf(step: string): string {
  const label = step.slice(1, -1);
  if (/^(then|else)\b/.test(label)) return `\`${label}\``;
  return /^\d+$/.test(label) ? `alternative ${label}` : `alternative \`${label}\``;
}

function partOf(field: Field): string {
  const { operation, in: part, status } = field;
  if (operation?.sends) return sentPart(field, operation.sends);
  if (part === 'response') return `the response ${statusName(status)}`;
  return `the ${partNames[part] ?? part}`;
}

const partNames: Readonly<Record<string, string>> = { params: 'path' };

/** Names the part of a webhook or callback: users read its request and write its answer. */
function sentPart({ in: part }: Field, sends: 'webhook' | 'callback'): string {
  return part === 'response' ? `the request of the ${sends}` : `the answer to the ${sends}`;
}

/** A header as sentences name it: `Retry-After` of HTTP 429 of `search`. */
export function headerOf({ header, status, operation, path }: Field): string {
  const of = operation ? ` of \`${operation.id}\`` : '';
  return `\`${[header, ...path].join('.')}\` of ${operation?.sends ? 'the request' : `HTTP ${statusName(status)}`}${of}`;
}

/** A header for a change that several operations have: `Retry-After` of HTTP 429. */
export function shortHeaderOf({ operation: _, ...field }: Field): string {
  return headerOf(field);
}

/** A status as sentences name it: a digit stands for its hundred, 0 for the default. */
export function statusName(status = 0): string {
  if (status === 0) return 'default';
  return status < 10 ? `${status}XX` : String(status);
}
