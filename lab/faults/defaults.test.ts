import { expect, test } from 'vitest';
import { interceptRequests } from '../toolkit/interceptors.ts';
import { jsonBody, parseBody } from '../toolkit/messages.ts';
import { failing, judge } from './testing/judge.ts';

test('a wrong default of one field is no finding about the defaults of its neighbours', async () => {
  const report = await judge({
    host: 'base',
    level: 'controlled',
    everywhere: true,
    only: ['create-sandbox.*.default'],
    intercept: interceptRequests((request) => {
      const body = request.url.endsWith('/sandbox/create') ? parseBody(request) : undefined;
      return body && !('memory' in body) ? { ...request, body: jsonBody({ ...body, memory: 1024 }) } : request;
    }),
  });
  expect(failing(report).map(({ rule }) => rule)).toEqual(['create-sandbox.memory.default']);
});
