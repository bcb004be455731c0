/** Headers of responses, whatever the case of their names. */

import type { Answer } from '@tollwright/runtime/http/request';

type Headers = Answer['headers'];

/** The value of a header. */
export function headerOf({ headers }: Pick<Answer, 'headers'>, name: string): string | undefined {
  return Object.entries(headers).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

/** Headers without those that are named. */
export function withoutHeaders(headers: Headers, ...names: readonly string[]): Headers {
  const dropped = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name.toLowerCase())));
}

/** True for a response whose content type is a JSON type. */
export function isJson(response: Pick<Answer, 'headers'>): boolean {
  return (headerOf(response, 'content-type') ?? '').toLowerCase().includes('json');
}
