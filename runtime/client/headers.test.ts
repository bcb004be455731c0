import { expect, test } from 'vitest';
import { readInput } from '../http/input.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { report, validator } from '../validation/validator.ts';
import { createCaller } from './caller.ts';

const route: Route = {
  operation: {
    id: 'chart',
    summary: 'Draw a chart',
    method: 'GET',
    contentTypes: [],
    settles: 'never',
    headers: validator((value, issues) => {
      const scale = Number(Object(value)['x-scale']);
      if (!(scale >= 1)) report(issues, 'x-scale', 'minimum', 1);
      return value;
    }, 'chart'),
  },
  path: '/chart',
  auth: 'none',
  conditions: [],
  limits: [],
  errors: {},
};
const host: Pick<HostDefinition, 'id' | 'routes'> = { id: 'atlas', routes: [route] };

/** The headers that a client sends, as the gateway reads them. */
async function sent(headers: object): Promise<Readonly<Record<string, string>>> {
  let read: Readonly<Record<string, string>> = {};
  const fetch = async (_: unknown, init?: RequestInit) => {
    read = Object.fromEntries(new Headers(init?.headers));
    return Response.json({});
  };
  const caller = createCaller({ host: host as HostDefinition, baseUrl: 'https://atlas.example', fetch });
  await caller.call('chart', { headers });
  return read;
}

/** Reads a call with these headers. */
function received(headers: Readonly<Record<string, string>>) {
  const call = { method: 'GET', path: '/chart', query: '', ip: '127.0.0.1', baseUrl: 'http://localhost', headers };
  const signal = new AbortController().signal;
  return readInput(route, { ...call, body: async () => Buffer.from(''), hasPaid: () => undefined, signal }, {});
}

test('a header that the client sends is one that the gateway accepts', async () => {
  const headers = await sent({ 'x-scale': 2, 'x-none': undefined });
  expect(headers).toEqual({ 'x-scale': '2' });
  await expect(received(headers)).resolves.toBeDefined();
});

test('a header that breaks a rule is refused before it is sent, and by the gateway', async () => {
  await expect(sent({ 'x-scale': 0 })).rejects.toThrow('x-scale');
  await expect(received({ 'x-scale': '0' })).rejects.toMatchObject({ id: 'invalid-body' });
  await expect(received({})).rejects.toMatchObject({ id: 'invalid-body' });
});
