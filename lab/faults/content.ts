import { handling } from '../toolkit/alter.ts';
import { family } from './fault.ts';
import { changing, heading, sending } from './wire.ts';

const unsupported = {
  status: 415,
  headers: { 'content-type': 'application/json' },
  text: '{"error":"Unsupported media type"}',
};

/** Content types that are not understood, or not told. */
export const content = family('content', [
  {
    name: 'a JSON body that is refused for its charset',
    rule: 'image-content-types.charset',
    only: ['image-content-types.*', 'generate-image.errors.*'],
    front: () => async (call, send) =>
      /;/.test(call.headers['content-type'] ?? '') && /json/i.test(call.headers['content-type'] ?? '')
        ? unsupported
        : send(call),
  },
  {
    name: 'a JSON body that is refused for the case of its type',
    rule: 'image-content-types.case',
    only: ['image-content-types.*', 'generate-image.errors.*'],
    front: () => async (call, send) =>
      /[A-Z]/.test(call.headers['content-type'] ?? '') && /json/i.test(call.headers['content-type'] ?? '')
        ? unsupported
        : send(call),
  },
  {
    name: 'forms that are refused',
    rule: 'edit-settles.form',
    level: 'controlled',
    only: ['edit-*'],
    front: () => async (call, send) =>
      call.headers['content-type']?.startsWith('multipart/') ? unsupported : send(call),
  },
  {
    name: 'forms whose boundary is quoted in vain',
    rule: 'edit-form-fields.masked',
    only: ['edit-form-fields.*'],
    front: sending((call) => {
      const type = call.headers['content-type'] ?? '';
      if (!type.startsWith('multipart/')) return call;
      return { ...call, headers: { ...call.headers, 'content-type': type.replace(/boundary=.*/, 'boundary=other') } };
    }),
  },
  {
    name: 'a stream that is sent as JSON',
    rule: 'create-chat-completion.stream',
    level: 'paid',
    only: ['create-chat-completion.stream', 'chat-*'],
    front: heading((headers) => {
      if (String(headers['content-type']).startsWith('text/event-stream')) headers['content-type'] = 'application/json';
    }),
  },
  {
    name: 'a stream that is gathered into one answer',
    rule: 'create-chat-completion.stream',
    level: 'paid',
    only: ['create-chat-completion.*'],
    front: sending((call) => ({ ...call, body: call.body.replace('"stream":true', '"stream":false') })),
  },
  {
    name: 'a CSV export that is sent as plain text',
    host: 'account',
    rule: 'usage-row-per-request.csv-type',
    level: 'controlled',
    only: ['usage-*'],
    front: changing((answer, call) =>
      call.url.includes('.csv') ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } } : answer,
    ),
  },
  {
    name: 'an OpenAPI document that is sent in YAML',
    rule: 'get-openapi.response.type',
    only: ['get-openapi.*', 'openapi.*'],
    front: changing((answer, call) =>
      call.url.startsWith('/openapi') ? { ...answer, text: 'openapi: 3.1.0\ninfo: {}\npaths: {}\n' } : answer,
    ),
  },
  {
    name: 'an OpenAPI document with a reference that leads nowhere',
    rule: 'openapi.valid',
    only: ['get-openapi.*', 'openapi.*'],
    front: changing((answer, call) =>
      call.url.startsWith('/openapi')
        ? { ...answer, text: answer.text.replaceAll('#/components/schemas/', '#/components/models/') }
        : answer,
    ),
  },
  {
    name: 'a JSON answer within a text',
    rule: 'search.response.type',
    level: 'paid',
    only: ['search.response.*'],
    alter: handling(['search'], (serve) => async (call) => {
      const reply = await serve(call);
      return { ...reply, body: JSON.stringify(reply.body) };
    }),
  },
  {
    name: 'citations without their scheme',
    rule: 'search.response.citations.items.format',
    level: 'paid',
    only: ['search.response.*'],
    front: changing((answer, call) =>
      call.url.endsWith('/search') ? { ...answer, text: answer.text.replaceAll(/https?:\/\//g, '') } : answer,
    ),
  },
]);
