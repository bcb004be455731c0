import { wrapHandlers } from '../toolkit/handlers.ts';
import { interceptHeaders, interceptRequests, interceptResponses } from '../toolkit/interceptors.ts';
import { defineFaults } from './fault.ts';

const unsupported = {
  status: 415,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"Unsupported media type"}',
};

/** Content types that are misread or missing. */
export const content = defineFaults('content', [
  {
    name: 'rejects JSON bodies with a charset parameter',
    rule: 'image-content-types.charset',
    only: ['image-content-types.*', 'generate-image.errors.*'],
    intercept: () => async (request, forward) =>
      /;/.test(request.headers['content-type'] ?? '') && /json/i.test(request.headers['content-type'] ?? '')
        ? unsupported
        : forward(request),
  },
  {
    name: 'rejects JSON bodies whose content type is in another case',
    rule: 'image-content-types.case',
    only: ['image-content-types.*', 'generate-image.errors.*'],
    intercept: () => async (request, forward) =>
      /[A-Z]/.test(request.headers['content-type'] ?? '') && /json/i.test(request.headers['content-type'] ?? '')
        ? unsupported
        : forward(request),
  },
  {
    name: 'rejects multipart forms',
    rule: 'edit-settles.form',
    level: 'controlled',
    only: ['edit-*'],
    intercept: () => async (request, forward) =>
      request.headers['content-type']?.startsWith('multipart/') ? unsupported : forward(request),
  },
  {
    name: 'ignores the boundary of multipart forms',
    rule: 'edit-form-fields.masked',
    only: ['edit-form-fields.*'],
    intercept: interceptRequests((request) => {
      const type = request.headers['content-type'] ?? '';
      if (!type.startsWith('multipart/')) return request;
      return {
        ...request,
        headers: { ...request.headers, 'content-type': type.replace(/boundary=.*/, 'boundary=other') },
      };
    }),
  },
  {
    name: 'sends a stream with the content type of JSON',
    rule: 'create-chat-completion.stream',
    level: 'paid',
    only: ['create-chat-completion.stream', 'chat-*'],
    intercept: interceptHeaders((headers) => {
      if (String(headers['content-type']).startsWith('text/event-stream')) headers['content-type'] = 'application/json';
    }),
  },
  {
    name: 'sends one JSON response where a stream is requested',
    rule: 'create-chat-completion.stream',
    level: 'paid',
    only: ['create-chat-completion.*'],
    intercept: interceptRequests((request) => ({
      ...request,
      body: request.body.replace('"stream":true', '"stream":false'),
    })),
  },
  {
    name: 'calls the CSV export JSON',
    host: 'account',
    rule: 'usage-row-per-request.csv-type',
    level: 'controlled',
    only: ['usage-*'],
    intercept: interceptResponses((response, request) =>
      request.url.includes('.csv')
        ? { ...response, headers: { ...response.headers, 'content-type': 'application/json' } }
        : response,
    ),
  },
  {
    name: 'describes another protocol of payments at the operations of Arc',
    host: 'arc',
    rule: 'openapi.prices',
    only: ['get-openapi.*', 'openapi.*'],
    intercept: interceptResponses((response) =>
      response.body.includes('"openapi"') ? { ...response, body: response.body.replaceAll('x402', 'card') } : response,
    ),
  },
  {
    name: 'sends the OpenAPI document in YAML',
    rule: 'get-openapi.response.type',
    only: ['get-openapi.*', 'openapi.*'],
    intercept: interceptResponses((response, request) =>
      request.url.startsWith('/openapi') ? { ...response, body: 'openapi: 3.1.0\ninfo: {}\npaths: {}\n' } : response,
    ),
  },
  {
    name: 'publishes an OpenAPI document with broken references',
    rule: 'openapi.valid',
    only: ['get-openapi.*', 'openapi.*'],
    intercept: interceptResponses((response, request) =>
      request.url.startsWith('/openapi')
        ? { ...response, body: response.body.replaceAll('#/components/schemas/', '#/components/models/') }
        : response,
    ),
  },
  {
    name: 'sends a JSON response as a JSON string',
    rule: 'search.response.type',
    level: 'paid',
    only: ['search.response.*'],
    alter: wrapHandlers(['search'], (serve) => async (call) => {
      const reply = await serve(call);
      return { ...reply, body: JSON.stringify(reply.body) };
    }),
  },
  {
    name: 'returns citations without their URL scheme',
    rule: 'search.response.citations.items.format',
    level: 'paid',
    only: ['search.response.*'],
    intercept: interceptResponses((response, request) =>
      request.url.endsWith('/search') ? { ...response, body: response.body.replaceAll(/https?:\/\//g, '') } : response,
    ),
  },
]);
