import { Problem } from '@tollwright/runtime/operation/problem';
import { wrapHandlers } from '../toolkit/handlers.ts';
import {
  type Interception,
  interceptHeaders,
  interceptJson,
  interceptRequests,
  interceptResponses,
} from '../toolkit/interceptors.ts';
import { decodeHeader, jsonBody, parseBody, parseJson } from '../toolkit/messages.ts';
import { codeOf, errorOf, signatureHeader } from '../toolkit/payment-headers.ts';
import type { WireResponse } from '../toolkit/proxy.ts';
import { changeField } from '../toolkit/requests.ts';
import { defineFaults } from './fault.ts';

/** Repairs bodies as lenient parsers do. */
const repaired = (change: (body: string) => string) =>
  interceptRequests((request) => ({ ...request, body: change(request.body) }));

/** Treats a payment that was rejected as invalid as a replay when it is sent again. */
const burnRejected: Interception = () => {
  const rejected = new Map<string, WireResponse>();
  return async (request, forward) => {
    const { payload } = decodeHeader(String(request.headers[signatureHeader] ?? ''));
    const signed = JSON.stringify(payload);
    const earlier = payload === undefined ? undefined : rejected.get(signed);
    if (earlier) return { ...earlier, body: jsonBody({ ...parseBody(earlier), code: codeOf('used') }) };
    const response = await forward(request);
    if (parseBody(response)?.code === codeOf('signature')) rejected.set(signed, response);
    return response;
  };
};

/** Refusals with the wrong reason, and bodies that should have been refused. */
export const refusals = defineFaults('refusals', [
  {
    name: 'refuses a system message after others',
    rule: 'create-chat-completion.messages.items.role.enum',
    level: 'paid',
    only: ['create-chat-completion.messages.*'],
    alter: changeField('create-chat-completion', 'messages', (value) =>
      Array.isArray(value)
        ? value.map((each, index) => (index > 0 && Object(each).role === 'system' ? { ...each, role: 'none' } : each))
        : value,
    ),
  },
  {
    name: 'does not name the invalid field',
    rule: 'search.max-results.maximum',
    level: 'paid',
    only: ['search.*'],
    intercept: interceptJson(400, ({ error }) => ({ error })),
  },
  {
    name: 'names only the first unknown key',
    rule: 'phone-keys-listed.all',
    only: ['lookup-phone.*', 'phone-*'],
    intercept: interceptJson(400, ({ details, message: _message, ...body }) => ({
      ...body,
      details: Array.isArray(details) ? details.slice(0, 1) : details,
    })),
  },
  {
    name: 'omits the error code when the flex tier is not supported',
    host: 'account',
    rule: 'create-chat-completion.errors.flex-unsupported',
    level: 'paid',
    only: ['create-chat-completion.errors.*'],
    intercept: interceptJson(400, ({ code: _, ...body }) => body),
  },
  {
    name: 'returns 422 instead of 400 for invalid requests',
    rule: 'generate-image.n.maximum',
    only: ['generate-image.*'],
    intercept: interceptResponses((response) => (response.status === 400 ? { ...response, status: 422 } : response)),
  },
  {
    name: 'returns 500 for a model named like an inherited property',
    rule: 'generate-image.model.catalog',
    only: ['generate-image.*'],
    intercept: interceptResponses((response, request) =>
      /"model":"(constructor|toString|__proto__)"/.test(request.body) ? { ...response, status: 500 } : response,
    ),
  },
  {
    name: 'accepts JSON with a trailing comma',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) => text.replace(/,\s*}\s*$/, '}')),
  },
  {
    name: 'accepts JSON followed by other text',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) => text.replace(/}[^}"]*$/, '}')),
  },
  {
    name: 'accepts JSON with comments',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) => text.replaceAll(/\/\*.*?\*\/|(?<!:)\/\/.*$/gm, '')),
  },
  {
    name: 'accepts JSON in single quotes',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) => (/^\{\s*'/.test(text) ? text.replaceAll("'", '"') : text)),
  },
  {
    name: 'accepts JSON without its last brace',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-image.errors.*'],
    intercept: repaired((text) =>
      parseJson(text) === undefined && parseJson(`${text}}`) !== undefined ? `${text}}` : text,
    ),
  },
  {
    name: 'rejects invalid payments with 400',
    rule: 'payment.rejected.signature',
    only: ['payment.rejected.*'],
    intercept: interceptResponses((response) =>
      parseBody(response)?.code === codeOf('signature') ? { ...response, status: 400 } : response,
    ),
  },
  {
    name: 'rejects an invalid payment without its error code',
    rule: 'payment.rejected.signature',
    only: ['payment.rejected.*'],
    intercept: interceptJson(402, ({ code: _code, ...body }) => ({ ...body, error: errorOf('missing') })),
  },
  {
    name: `reports ${codeOf('signature')} for an unfunded wallet`,
    rule: 'payment.rejected.unfunded',
    only: ['payment.rejected.*'],
    intercept: interceptJson(402, (body) =>
      body.code === codeOf('unfunded') ? { ...body, code: codeOf('signature') } : body,
    ),
  },
  {
    name: 'claims a payment before it looks at what it accepts',
    rule: 'payment.rejected.unclaimed',
    level: 'paid',
    only: ['payment.rejected.*'],
    intercept: burnRejected,
  },
  {
    name: `reports ${codeOf('signature')} for a replay`,
    rule: 'payment.replay.claimed-once',
    level: 'paid',
    only: ['payment.*'],
    intercept: interceptJson(402, (body) =>
      body.code === codeOf('used') ? { ...body, code: codeOf('signature') } : body,
    ),
  },
  {
    name: 'reports a failed settlement as a provider failure',
    rule: 'payment.settlement.failed',
    level: 'controlled',
    only: ['payment.settlement.*'],
    intercept: interceptResponses((response) => {
      const body = parseBody(response);
      if (body?.error !== errorOf('settlement-failed')) return response;
      return { ...response, status: 502, body: jsonBody({ error: 'Upstream error' }) };
    }),
  },
  {
    name: 'reports a provider failure as an empty success',
    rule: 'search.errors.upstream-failed',
    level: 'controlled',
    only: ['search.errors.*', 'payment.failure.*'],
    intercept: interceptResponses((response) =>
      response.status === 502 ? { ...response, status: 200, body: '{"summary":"","citations":[]}' } : response,
    ),
  },
  {
    name: 'reports a provider without capacity as a failure',
    rule: 'search.errors.rate-limited',
    level: 'controlled',
    only: ['search.errors.*'],
    intercept: interceptResponses((response) => (response.status === 429 ? { ...response, status: 502 } : response)),
  },
  {
    name: 'sends Retry-After as a date',
    rule: 'search.errors.rate-limited',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429) headers['retry-after'] = new Date(Date.UTC(2026, 10, 21)).toUTCString();
    }),
  },
  {
    name: 'sends Retry-After in milliseconds',
    rule: 'capacity.header',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429) headers['retry-after'] = `${headers['retry-after']}000`;
    }),
  },
  {
    name: 'always sends a Retry-After of 60 seconds',
    rule: 'capacity.header',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429) headers['retry-after'] = '60';
    }),
  },
  {
    name: 'sends a Retry-After of 0 where the provider gave none',
    rule: 'capacity.default',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429 && headers['retry-after'] === '60') headers['retry-after'] = '0';
    }),
  },
  {
    name: 'names the wrong pool in X-RateLimit-Source',
    rule: 'capacity.source',
    level: 'controlled',
    only: ['search.errors.*', 'capacity.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 429) headers['x-ratelimit-source'] = 'pool-0';
    }),
  },
  {
    name: 'reports a payer mismatch for a job that does not exist',
    rule: 'image-unknown-job.not-found',
    level: 'paid',
    only: ['image-*', 'poll-image.errors.*'],
    alter: wrapHandlers(['poll-image'], (serve) => async (call) => {
      try {
        return await serve(call);
      } catch (error) {
        if (error instanceof Problem && error.id === 'job-not-found') throw new Problem('payer-mismatch');
        throw error;
      }
    }),
  },
]);
