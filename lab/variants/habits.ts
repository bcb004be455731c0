/** Habits of servers in other languages, which they have unless their authors change them. */

import { STATUS_CODES } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, IncomingCall } from '@tollwright/runtime/http/request';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { errors } from '#generated/errors.ts';
import { copyCall, operationFinder } from '../toolkit/calls.ts';
import { headerOf, isJson, type JsonObject, objectsIn, withoutHeaders } from '../toolkit/messages.ts';
import { authenticateHeader } from '../toolkit/payment-headers.ts';
import { changeJson, changeResponses, wrapServer } from '../toolkit/server.ts';
import { defineVariants, everyHost, type VariantDefinition } from './variant.ts';

const badRequest = STATUS_CODES[400];
const json = { 'Content-Type': 'application/json' };

/** Responds to paths that lead to no operation; the documents state the status alone (core-496). */
const lost = (headers: Answer['headers'], body: string): Alteration =>
  changeResponses((own, { operation }) =>
    operation === undefined && own.status === 404 ? { status: 404, headers, body } : own,
  );

const page =
  '<!DOCTYPE html>\n<html lang="en"><head><title>Error</title></head><body><pre>Cannot GET</pre></body></html>';

const unknownPaths = [
  { name: 'with a page', alter: lost({ 'Content-Type': 'text/html; charset=utf-8' }, page) },
  { name: 'with a text', alter: lost({ 'Content-Type': 'text/plain' }, '404 page not found\n') },
  { name: 'with an empty body', alter: lost({}, '') },
  { name: 'without `error`', alter: lost(json, '{"detail":"Not Found"}') },
].map(({ name, alter }): VariantDefinition => ({
  name: `responds to unknown paths ${name}`,
  choice: 'unknown paths',
  alter,
}));

/** Refusals whose body the documents state besides the name of a field (media-0352, media-0757, core-476). */
const isStated = ({ error, code }: JsonObject): boolean => error !== badRequest || code !== undefined;

/** Rewrites refusals whose body only has to name the field (core-475). */
const refusing = (change: (details: readonly JsonObject[]) => unknown): Alteration =>
  changeJson((body, { status }) => {
    if (status !== 400 || !isObject(body) || isStated(body)) return undefined;
    const details = objectsIn(body.details);
    const others = Object.keys(body).filter((name) => !['error', 'message', 'details'].includes(name));
    return details.length === 0 || others.length > 0 ? undefined : change(details);
  });

/** The parts of a place such as `messages[0].role`. */
const placeOf = ({ field }: JsonObject): readonly (string | number)[] =>
  (String(field).match(/[^.[\]]+/g) ?? []).map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const refusals = [
  {
    name: 'as FastAPI does',
    alter: refusing((details) => ({
      detail: details.map((each) => ({ loc: ['body', ...placeOf(each)], msg: each.message, type: 'value_error' })),
    })),
  },
  {
    name: 'as Spring does',
    alter: refusing((details) => ({
      timestamp: new Date().toISOString(),
      ...{ status: 400, error: badRequest, trace: null },
      errors: details.map((each) => ({ field: placeOf(each).join('.'), defaultMessage: each.message })),
    })),
  },
  {
    name: 'as OpenAI does',
    alter: refusing(([first = {}]) => ({
      error: {
        message: `${first.field}: ${first.message}`,
        type: 'invalid_request_error',
        param: first.field,
        code: null,
      },
    })),
  },
  {
    name: 'by JSON pointers',
    alter: refusing((details) => ({
      type: 'about:blank',
      ...{ title: badRequest, status: 400 },
      errors: details.map((each) => ({ pointer: `#/${placeOf(each).join('/')}`, detail: each.message })),
    })),
  },
  {
    name: 'in one sentence',
    alter: refusing(([first = {}]) => ({ error: `Invalid value for '${first.field}': ${first.message}.` })),
  },
].map(({ name, alter }): VariantDefinition => ({ name: `words refusals ${name}`, choice: 'refusals', alter }));

/** The details of a refusal that has stated texts (media-0353), in another form. */
const detailing = (change: (detail: JsonObject) => unknown): Alteration =>
  changeJson((body, { status }) =>
    status === 400 && isObject(body) && body.error === errors['invalid-media-body']?.body?.error
      ? { error: body.error, details: objectsIn(body.details).map(change) }
      : undefined,
  );

const details = [
  { name: 'as texts', alter: detailing(({ field, message }) => `${field} ${message}`) },
  { name: 'with paths', alter: detailing((each) => ({ code: 'custom', path: placeOf(each), message: each.message })) },
].map(({ name, alter }): VariantDefinition => ({ name: `gives details ${name}`, choice: 'details', alter }));

/** Serves a call as another one if it leads to no operation. */
const otherwise = (change: (call: IncomingCall) => Partial<IncomingCall>): Alteration =>
  wrapServer((serve, { host }) => {
    const find = operationFinder(host);
    return (call) => {
      const other = copyCall(call, change(call));
      return serve(find(call) === undefined && find(other) !== undefined ? other : call);
    };
  });

const withoutSlash = (path: string): string => path.replace(/(?<=[^/])\/+$/, '');

/** Redirects paths with a slash at their end to those without. */
const redirected: Alteration = wrapServer((serve, { host }) => {
  const find = operationFinder(host);
  return async (call) => {
    const path = withoutSlash(call.path);
    if (path === call.path || find({ ...call, path }) === undefined) return serve(call);
    return { status: 308, headers: { Location: path + (call.query && `?${call.query}`) }, body: '' };
  };
});

/** Asks for a key before anything else, also on paths that lead nowhere. */
const keyFirst: Alteration = wrapServer((serve, { host }) => {
  const find = operationFinder(host);
  return async (call) =>
    find(call) === undefined && call.headers.authorization === undefined
      ? { status: 401, headers: { ...json, [authenticateHeader]: 'Bearer' }, body: '{"error":"Unauthorized"}' }
      : serve(call);
});

const noKey = (body: string, type: string): Alteration =>
  changeResponses((own) =>
    own.status === 401 && headerOf(own, authenticateHeader) !== undefined
      ? { ...own, headers: { ...withoutHeaders(own.headers, 'content-type'), 'Content-Type': type }, body }
      : own,
  );

/** Milliseconds that the documents let a call take (core-372 and those of each row). */
const times: Readonly<Record<string, number>> = {
  'create-sandbox': 15_000,
  'generate-image': 29_000,
  'generate-music': 70_000,
  'generate-video': 20_000,
  'web-search': 28_000,
};

/** Lets the first success of some operations take as long as the documents say that it may. */
const slowFirst: Alteration = (parts) => {
  const left = new Map(Object.entries(times));
  return changeResponses(async (own, { operation = '' }) => {
    const time = left.get(operation);
    if (time === undefined || own.status >= 300) return own;
    left.delete(operation);
    await delay(time);
    return own;
  })(parts);
};

/** Habits of servers, where the documents leave a choice. */
export const habits = defineVariants(
  'habits',
  [
    ...unknownPaths,
    ...refusals,
    ...details,
    {
      name: 'serves paths with a slash at their end',
      choice: 'slashes',
      alter: otherwise(({ path }) => ({ path: withoutSlash(path) })),
    },
    { name: 'redirects paths with a slash at their end', choice: 'slashes', alter: redirected },
    {
      name: 'serves paths in any letter case',
      alter: otherwise(({ path }) => ({ path: path.toLowerCase() })),
    },
    {
      name: 'serves paths with doubled slashes',
      alter: otherwise(({ path }) => ({ path: path.replaceAll(/\/{2,}/g, '/') })),
    },
    { name: 'does not know HEAD', alter: unless('HEAD') },
    { name: 'does not know OPTIONS', alter: unless('OPTIONS') },
    {
      name: 'sends errors as problem details',
      // RFC 9457, whose members are what the body has, and any others.
      alter: changeResponses((own) =>
        own.status < 400 || !isJson(own)
          ? own
          : {
              ...own,
              headers: { ...withoutHeaders(own.headers, 'content-type'), 'Content-Type': 'application/problem+json' },
            },
      ),
    },
    { name: 'asks for a key on unknown paths', hosts: ['account'], alter: keyFirst },
    { name: 'sends 401 without a body', choice: '401', hosts: ['account'], alter: noKey('', 'text/plain') },
    { name: 'sends 401 with a page', choice: '401', hosts: ['account'], alter: noKey(page, 'text/html') },
    {
      name: 'takes the word Bearer in any letter case',
      hosts: ['account'],
      alter: wrapServer((serve) => (call) => {
        const key = /^bearer\s+(.*)$/i.exec(call.headers.authorization ?? '')?.[1];
        return serve(
          key === undefined ? call : copyCall(call, { headers: { ...call.headers, authorization: `Bearer ${key}` } }),
        );
      }),
    },
    {
      name: 'sends Retry-After as a date where it counts requests itself',
      // Seconds are stated for the capacity of providers alone (core-506).
      choice: 'metadata-limit-headers',
      alter: changeResponses((own) => {
        const [reset, source] = ['x-ratelimit-reset', 'x-ratelimit-source'].map((name) => headerOf(own, name));
        if (own.status !== 429 || reset === undefined || source !== undefined) return own;
        const date = new Date(Number(reset)).toUTCString();
        return { ...own, headers: { ...withoutHeaders(own.headers, 'retry-after'), 'Retry-After': date } };
      }),
    },
    { name: 'takes as long as the documents let a call take', choice: 'pace', alter: slowFirst },
  ],
  everyHost,
);

/** Responds to a method as to one that is not implemented. */
function unless(method: string): Alteration {
  return wrapServer(
    (serve) => async (call) =>
      call.method === method ? { status: 405, headers: { Allow: 'GET, POST' }, body: '' } : serve(call),
  );
}
