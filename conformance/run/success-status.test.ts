import { describe, expect, test } from 'vitest';
import type { Operation } from '../contract/contract.ts';
import { Body, HttpResponse } from '../http/response.ts';
import { asDescribed } from './success-status.ts';

/** A response as the client makes it, of which every part is read. */
const came = (status: number) =>
  new HttpResponse({
    ...{ status, cut: false, body: new Body('{"id":"a"}') },
    rawHeaders: [['Content-Type', 'application/json']],
  });

const describing = (...statuses: readonly number[]): Pick<Operation, 'responses'> => ({
  responses: statuses.map((http) => ({
    http,
    contentType: 'application/json',
    description: '',
    headers: {},
    from: [],
    status: 'stated',
  })),
});

describe('a success', () => {
  test.each([201, 202, 206])('of status %i counts as the 200 that the operation describes', (status) => {
    const received = asDescribed(came(status), describing(200));
    expect(received).toMatchObject({
      status: 200,
      rawStatus: status,
      text: '{"id":"a"}',
      json: { id: 'a' },
      events: [],
    });
    expect(received.headers).toEqual({ 'content-type': 'application/json' });
  });

  test.each([
    [202, [200, 202]],
    [201, [202]],
    [200, [202]],
    [200, [200]],
  ])('of status %i stays as it came where %j are described', (status, described) => {
    const own = came(status);
    expect(asDescribed(own, describing(...described))).toBe(own);
  });
});

test.each([304, 402, 404, 500])('status %i, which is no success, stays as it came', (status) => {
  const own = came(status);
  expect(asDescribed(own, describing(200))).toBe(own);
});
