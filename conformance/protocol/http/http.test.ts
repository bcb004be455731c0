import { describe, expect, test } from 'vitest';
import { referenceContract } from '../../testing/reference/contract.ts';
import { testProtocolChecks, verdictOf } from '../../testing/reference/protocol-suite.ts';
import { referenceRun } from '../../testing/reference/run.ts';
import { characterChecks } from './characters.ts';
import { documentChecks } from './documents.ts';
import { pathChecks } from './paths.ts';

const httpChecks = [...pathChecks, ...documentChecks, ...characterChecks];

/** Rules for hosts of another kind than the reference host. */
const elsewhere = [
  'characters.address-spelling',
  'characters.image-public',
  'characters.no-delete',
  'http.retired',
  'openapi.prices',
];
const own = httpChecks.filter(({ id }) => !elsewhere.includes(id));

testProtocolChecks(own, [
  ['http.not-json', { lenient: true }, 'free'],
  ['http.unknown-path', { paths: { '/no-such-path': 200 } }],
  ['http.absent-prefix', { paths: { '/bare/small': 402 } }],
  ['openapi.valid', { description: { openapi: '3.0.3', info: { title: 'Toll', version: '1' }, paths: {} } }],
  ['openapi.valid', { description: { openapi: '3.1.0', info: { title: 'Toll' }, paths: {} } }],
]);

test('what needs no wallet passes without one', async () => {
  const run = referenceRun({}, 'free');
  for (const { id } of own.filter((each) => each.id.startsWith('http.'))) {
    expect(await verdictOf(own, id, run), id).toMatchObject({ verdict: 'pass' });
  }
});

describe('a host of another kind', () => {
  const { payment: _, ...host } = referenceContract.host;
  const operations = referenceContract.operations.filter(({ id }) => id === 'small');
  const closed = { ...referenceContract, host: { ...host, auth: 'none' as const }, operations: [] };
  const verdict = (id: string, run: ReturnType<typeof referenceRun>) => verdictOf(httpChecks, id, run);

  test('passes characters.no-delete unless DELETE is served', async () => {
    const area = 'characters';
    const enrolling = { ...referenceContract, operations: operations.map((operation) => ({ ...operation, area })) };
    const run = (status: number) => referenceRun({ paths: { '/v1/small': status } }, 'free', enrolling);
    expect(await verdict('characters.no-delete', run(405))).toMatchObject({ verdict: 'pass' });
    expect(await verdict('characters.no-delete', run(204))).toMatchObject({ verdict: 'fail', actual: 204 });
  });

  test('passes http.retired unless a path is served', async () => {
    const run = (paths: Record<string, number>) => referenceRun({ paths }, 'free', closed);
    expect(await verdict('http.retired', run({ '/': 404 }))).toMatchObject({ verdict: 'pass' });
    expect(await verdict('http.retired', run({ '/v1/models': 402 }))).toMatchObject({ verdict: 'fail' });
  });
});
