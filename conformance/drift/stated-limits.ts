/** Limits as responses state them: in their headers, and in documents that the host serves. */

import { isObject } from '@tollwright/runtime/values/json';
import { fieldsOf } from '../common/json.ts';
import type { Operation } from '../contract/contract.ts';
import { covers } from './descriptions.ts';

/** A number of calls, as a host states it. */
export interface StatedLimit {
  readonly count: number;
  /** Seconds. */
  readonly window?: number;
}

/** The limit in the headers of a response: `RateLimit-Policy` and `RateLimit-Limit` of IETF drafts, or `X-RateLimit-Limit`. */
export function limitInHeaders(headers: Readonly<Record<string, string>>): StatedLimit | undefined {
  const policy = headers['ratelimit-policy'] ?? '';
  const [, , quota] = /(^|;)\s*q=(\d+)/.exec(policy) ?? [];
  const [, window] = /;\s*w=(\d+)/.exec(policy) ?? [];
  const plain = /^\s*(\d+)/.exec(headers['ratelimit-limit'] ?? headers['x-ratelimit-limit'] ?? policy)?.[1];
  const count = quota ?? plain;
  return count === undefined
    ? undefined
    : { count: Number(count), ...(window !== undefined && { window: Number(window) }) };
}

/** The limits that a document states for an operation: an OpenAPI description, another JSON document, or a text. */
export function limitsInDocument(
  { json, text }: { readonly json: unknown; readonly text: string },
  operation: Operation,
): readonly StatedLimit[] {
  const { openapi, paths } = fieldsOf(json);
  if (openapi !== undefined) {
    const described = Object.entries(fieldsOf(paths)).flatMap(([path, verbs]) =>
      Object.entries(fieldsOf(verbs)).filter(([verb]) => covers(`${verb.toUpperCase()} ${path}`, operation)),
    );
    return described.flatMap(([, value]) => limitsWithin(value));
  }
  if (json === undefined) return text.split('\n').flatMap((line) => limitsNaming(line, operation));
  return limitsNaming(json, operation);
}

/** The limits in the parts of a value that name the path of an operation, each part as small as it can be. */
function limitsNaming(value: unknown, operation: Operation): readonly StatedLimit[] {
  if (typeof value === 'string') return namesPath(value, operation) ? limitsInText(value) : [];
  if (Array.isArray(value)) return value.flatMap((item) => limitsNaming(item, operation));
  if (!isObject(value)) return [];
  const names = Object.values(value).some((each) => typeof each === 'string' && namesPath(each, operation));
  if (names) return limitsWithin(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    namesPath(key, operation) ? limitsWithin(inner) : limitsNaming(inner, operation),
  );
}

/** Tells whether a text names the path of an operation, with its first segments or without them. */
function namesPath(text: string, { path }: Operation): boolean {
  const named = text.match(/\/[\w{}./-]*[\w}]/g) ?? [];
  const own = path.replace(/\{[^}]*\}/g, '{}');
  return named
    .map((each) => each.replace(/\{[^}]*\}/g, '{}'))
    .some((each) => each === own || (each.split('/').length > 2 && own.endsWith(each)));
}

/** The limits anywhere in a value: in its texts, and in objects with a count and a window. */
function limitsWithin(value: unknown): readonly StatedLimit[] {
  if (typeof value === 'string') return limitsInText(value);
  if (Array.isArray(value)) return value.flatMap(limitsWithin);
  if (!isObject(value)) return [];
  const own = limitOfFields(value);
  return [...(own ? [own] : []), ...Object.values(value).flatMap(limitsWithin)];
}

/** Seconds by the names of units. */
const units: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** Sentences such as `100 requests per hour`, `60 calls a minute` and `10/minute`. */
function limitsInText(text: string): readonly StatedLimit[] {
  const sentence =
    /(?<![\d.,$€£])(\d[\d,_]*)\s*(?:(?:requests?|calls?|reads?|queries)\s*)?(?:per|an?|each|every|\/)\s*(second|minute|hour|day)\b/gi;
  const isAboutLimits = /limit|requests?|calls?|reads?|queries/i.test(text);
  return isAboutLimits
    ? [...text.matchAll(sentence)].map(([, count = '', unit = '']) => ({
        count: Number(count.replace(/[,_]/g, '')),
        window: units[unit.toLowerCase()] ?? 1,
      }))
    : [];
}

/** An object that states a limit by fields: `{ "limit": 100, "window": 3600 }`. */
function limitOfFields(value: Readonly<Record<string, unknown>>): StatedLimit | undefined {
  const named = (names: RegExp) => Object.entries(value).find(([name]) => names.test(name))?.[1];
  const count = named(/^(limit|count|max|quota|requests|calls)$/i);
  const window = named(/^(window|period|per|interval)(_?s(econds)?)?$/i);
  const seconds = typeof window === 'string' ? units[window.toLowerCase().replace(/s$/, '')] : window;
  return typeof count === 'number' && typeof seconds === 'number' ? { count, window: seconds } : undefined;
}
