/** Creates malformed requests from the examples of a contract. */

import { fieldsOf } from '#conformance/common/json.ts';
import type { Contract, Operation } from '#conformance/contract/contract.ts';
import type { Random } from '#gateway/upstream/seeded-random.ts';
import { signatureHeader } from '../toolkit/payment-headers.ts';

/** One request as it is sent. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Values that break careless code. */
const nasty = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'e\u0301\u202e',
  '-1',
  '__proto__',
  '../../etc/passwd',
  '{{7*7}}',
  "' or 1=1 --",
  0,
  -0,
  -1,
  0.1 + 0.2,
  2 ** 53,
  1e308,
  -1e308,
  5e-324,
  [],
  {},
  [[[[[[]]]]]],
  [null],
  { a: { b: { c: {} } } },
] as const;

const types = [
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '',
] as const;

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

/** Draws a request of any operation; most are close to a valid one, so that they pass the first checks. */
export function fuzzed({ operations }: Pick<Contract, 'operations'>, random: Random): FuzzRequest {
  const operation = operations[random.integer(0, operations.length - 1)];
  if (!operation) throw new Error('The contract has no operations.');
  const { body, query, params } = operation.example;
  const altered = (value: unknown) => (random.next() < 0.6 ? alter(value, random, 0) : value);
  const isOdd = random.next() < 0.05;
  const text = operation.body ? bodyText(altered(body), random) : undefined;
  return {
    method: isOdd ? random.pick(methods) : operation.method,
    path: pathOf(operation, fieldsOf(params), random) + queryOf(altered(query), random),
    headers: {
      ...(text !== undefined && { 'content-type': random.next() < 0.95 ? types[0] : random.pick(types) }),
      ...(random.next() < 0.05 && { [signatureHeader]: header(random) }),
    },
    ...(text !== undefined && !(isOdd && operation.method === 'GET') && { body: text }),
  };
}

/** A value with one thing wrong, somewhere within it. */
function alter(value: unknown, random: Random, depth: number): unknown {
  if (Array.isArray(value) && random.next() < 0.8) {
    const chance = random.next();
    if (chance < 0.1) return Array.from({ length: random.integer(2, 3000) }, () => value[0]);
    const at = random.integer(0, Math.max(0, value.length - 1));
    return value.map((item, index) => (index === at ? alter(item, random, depth + 1) : item));
  }
  if (typeof value === 'object' && value !== null && (depth === 0 || random.next() < 0.8)) {
    const entries = Object.entries(value);
    const chance = random.next();
    if (chance < 0.1) return Object.fromEntries([...entries, [String(random.pick(nasty)), random.pick(nasty)]]);
    const at = random.integer(0, Math.max(0, entries.length - 1));
    if (chance < 0.2) return Object.fromEntries(entries.filter((_, index) => index !== at));
    return Object.fromEntries(
      entries.map(([name, item], index) => [name, index === at ? alter(item, random, depth + 1) : item]),
    );
  }
  if (typeof value === 'string' && random.next() < 0.3) return value.repeat(random.integer(2, 400));
  if (typeof value === 'number' && random.next() < 0.3) return value * random.pick([-1, 0.5, 1000, 1e15]);
  return random.pick(nasty);
}

function bodyText(value: unknown, random: Random): string {
  const text = JSON.stringify(value) ?? '';
  const chance = random.next();
  if (chance < 0.02) return text.slice(0, random.integer(0, text.length));
  if (chance < 0.03) return '['.repeat(random.integer(1, 5000));
  if (chance < 0.04) return `{${'"a":1,'.repeat(random.integer(1, 2000))}"b":1}`;
  return text;
}

function pathOf({ path }: Operation, params: Readonly<Record<string, unknown>>, random: Random): string {
  return path.replaceAll(/\{([^}+]+)\+?\}/g, (_, name: string) => {
    const value = random.next() < 0.8 ? params[name] : random.pick(nasty);
    return encodeURIComponent(String(value ?? 'x').toWellFormed());
  });
}

function queryOf(query: unknown, random: Random): string {
  const entries = Object.entries(fieldsOf(query)).map(([name, value]): [string, string] => [
    name,
    String(value).toWellFormed(),
  ]);
  if (random.next() < 0.05)
    entries.push(...Array.from({ length: random.integer(1, 300) }, (_, index): [string, string] => [`k${index}`, '1']));
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${text}`;
}

/** An invalid or incomplete payment header. */
function header(random: Random): string {
  const payload = {
    x402Version: random.pick([1, 2, 3, '2']),
    payload: random.pick(nasty),
    accepted: random.pick(nasty),
  };
  return random.next() < 0.5
    ? Buffer.from(JSON.stringify(payload)).toString('base64')
    : 'a'.repeat(random.integer(1, 9000));
}
