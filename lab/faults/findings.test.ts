import { describe, expect, test } from 'vitest';
import { interceptRequests } from '../toolkit/interceptors.ts';
import { jsonBody, parseBody } from '../toolkit/messages.ts';
import { type Fault, faults } from './index.ts';
import { failing, judge } from './testing/judge.ts';

function named(name: string): Fault {
  const fault = faults.find((each) => each.name === name);
  if (!fault) throw new Error(`There is no fault "${name}".`);
  return fault;
}

/** What a line does, without the ids and addresses of this run. */
function gist(line: string): string {
  const [, number, call = '', remark = ''] = /^(\d+)\. (curl .*?) {2}# (.*)$/s.exec(line) ?? [];
  const [, path = ''] = /'http:\/\/[^/]+(?:\/control\/v1|\/api\/v1)([^'?]*)/.exec(call) ?? [];
  const event = /"event":"(\w+)"/.exec(call)?.[1];
  const payment = /\$(\w*PAYMENT\w*)/.exec(call)?.[1];
  const place = path.replace(/img_\w+/, 'JOB');
  return [number, place, event, payment && `with ${payment}`, `-> ${remark}`].filter(Boolean).join(' ');
}

/** The sequences of all findings, by their rules. */
async function sequences(fault: Fault, only: readonly string[]): Promise<Record<string, readonly string[]>> {
  const found = failing(await judge({ ...fault, only, verdictsOnly: false }));
  for (const { sequence = [] } of found) {
    for (const line of sequence) expect(line).not.toMatch(/a token of this test|eyJ|0x[0-9a-f]{64}/i);
  }
  return Object.fromEntries(found.map(({ rule, sequence = [] }) => [rule, sequence.map(gist)]));
}

const ordered = [
  '1 /upstream -> 204',
  '2 /images/generations -> 402',
  '3 /images/generations with PAYMENT -> 202',
  '4 /events started -> 204',
];

describe('the finding of a machine', () => {
  test('is reported with the shortest sequence: a correct poll and a wrong one', async () => {
    const found = await sequences(named('returns a running job to its queue'), ['image-job.queued.upstream-started']);
    expect(found).toEqual({
      'image-job.queued.upstream-started': [
        ...ordered,
        '5 /images/generations/JOB with PAYMENT -> 202',
        '6 /images/generations/JOB with PAYMENT -> 202',
      ],
    });
  });

  test('says which calls have to be made at the same time, where one after another shows nothing', async () => {
    const fault = named('settles in each concurrent poll that finds no settlement recorded');
    expect(await sequences(fault, ['image-job.in-progress.poll'])).toEqual({
      'image-job.in-progress.poll': [
        ...ordered,
        '5 /events finished -> 204',
        '6 /images/generations/JOB with PAYMENT -> 20 concurrent requests: 200',
        '7 /images/generations/JOB with PAYMENT -> 200',
      ],
    });
  });
});

describe('the finding of a story', () => {
  test('is reported with its calls up to the wrong result', async () => {
    const fault = named('lets any wallet poll a job');
    const found = await sequences(fault, ['image-slow.payer-bound']);
    expect(found['image-slow.payer-bound']?.slice(0, 3)).toEqual(ordered.slice(0, 3));
    expect(found['image-slow.payer-bound']?.at(-1)).toBe('7 /images/generations/JOB with OTHER_PAYMENT -> 202');
  });
});

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

test.each([
  ['paid', ['search']],
  ['controlled', []],
] as const)('a wrong request that is let in costs at level %s what was charged for %o', async (level, charged) => {
  const fault = faults.find(({ name }) => name === 'accepts `max_results` of one above the maximum');
  if (!fault) throw new Error('There is no such fault.');
  const report = await judge({ ...fault, level, only: [fault.rule] });
  expect(failing(report).map(({ rule }) => rule)).toEqual([fault.rule]);
  const operations = new Set(report.settlements.map(({ operation }) => operation));
  expect([...operations].filter((operation) => operation === 'search')).toEqual(charged);
});
