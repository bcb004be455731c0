import { randomUUID } from 'node:crypto';
import type { Alteration } from '#gateway/start.ts';
import { type JsonObject, withoutHeaders } from '../toolkit/messages.ts';
import { changeJson, changeResponses, combine } from '../toolkit/server.ts';
import { hostsBy } from './contract.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

/** Header that carries the id of an error inside the gateway; it is removed before the response is sent. */
const mark = 'x-variant-error';

/** Changes the bodies of one error. */
function wording(id: string, change: (body: JsonObject) => JsonObject): Alteration {
  return (parts) => {
    const error = parts.host.errors[id];
    if (!error) return parts;
    const marked = { ...error, headers: { ...error.headers, [mark]: id } };
    const host = { ...parts.host, errors: { ...parts.host.errors, [id]: marked } };
    return changeResponses((answer) => {
      if (answer.headers[mark] !== id) return answer;
      const { [mark]: _, ...rest } = answer.headers;
      return { ...answer, headers: rest };
    })(
      changeJson(
        (body) => (typeof body === 'object' && body !== null ? change({ ...body }) : undefined),
        (answer) => answer.headers[mark] === id,
      )({ ...parts, host }),
    );
  };
}

const errorIds = hostsBy((contract) => Object.keys(contract.errors));

/** Further fields of each error. */
const extended = [...errorIds].map(([id, hosts]): VariantDefinition => ({
  name: `adds fields to the error ${id}`,
  hosts,
  alter: wording(id, (body) => ({
    status: 'error',
    type: 'https://example.com/problems',
    request_id: randomUUID(),
    timestamp: new Date().toISOString(),
    docs: null,
    ...body,
  })),
}));

/** Refusals of tier flex with their code in a different field: the documents show it in a column for codes and errors. */
const flexCoded = (change: (code: unknown) => unknown): Alteration =>
  combine(
    ...['flex-unsupported', 'flex-no-capacity', 'flex-unconfirmed'].map((id) =>
      wording(id, ({ code, ...body }) => ({ ...body, error: change(code) })),
    ),
  );

/** Error responses with more than the documents state, or in different fields where they leave that open. */
export const errors = defineVariants('errors', [
  ...extended,
  {
    name: 'names no time after which a payment under way has its answer',
    questions: ['repeat-under-way'],
    hosts: ['base', 'solana', 'nano', 'test'],
    alter: changeResponses((answer) =>
      answer.status === 402 ? { ...answer, headers: withoutHeaders(answer.headers, 'retry-after') } : answer,
    ),
  },
  { name: 'sends flex codes in `error`', hosts: ['account'], alter: flexCoded((code) => code) },
  {
    name: 'sends flex codes inside an `error` object',
    hosts: ['account'],
    alter: flexCoded((code) => ({ message: 'No.', code })),
  },
]);
