import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryAfter } from './retry-after.ts';

const now = Date.UTC(1994, 10, 6, 8, 49, 7);
const date = (time: number) => new Date(time).toUTCString();

describe('retryAfter', () => {
  test.each<[string, Parameters<typeof retryAfter>[0], number | undefined]>([
    ['whole seconds', { 'retry-after': '120' }, 120],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['decimals, which are no date of 2001', { 'retry-after': '2.5' }, 2.5],
    ['spaces around it', { 'retry-after': ' 4 ' }, 4],
    ['a date of RFC 5322', { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 30],
    ['a date of RFC 850', { 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 30],
    ['a date of asctime', { 'retry-after': 'Sun Nov  6 08:49:37 1994' }, 30],
    ['a date with a zone', { 'retry-after': 'Sun, 06 Nov 1994 09:49:37 +0100' }, 30],
    ['a date that has passed', { 'retry-after': 'Sun, 06 Nov 1994 08:00:00 GMT' }, 0],
    ['a date by the clock of its server', { 'retry-after': date(now + 90_000), date: date(now + 60_000) }, 30],
    ['a date beside a broken clock', { 'retry-after': date(now + 90_000), date: 'yesterday' }, 90],
    ['a header that was sent twice', { 'retry-after': '7, 7' }, 7],
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1.5],
    ['broken milliseconds beside seconds', { 'retry-after-ms': 'soon', 'retry-after': '9' }, 9],
    // openclaw/openclaw#111353
    ['no milliseconds beside seconds', { 'retry-after-ms': '', 'retry-after': '9' }, 9],
    // SpaceTradersAPI/api-docs#24
    ['a part of a second', { 'retry-after': '0.493' }, 0.493],
    ['nothing', {}, undefined],
    ['an empty header', { 'retry-after': '' }, undefined],
    ['a negative number', { 'retry-after': '-5' }, undefined],
    ['an exponent', { 'retry-after': '1e3' }, undefined],
    ['a word', { 'retry-after': 'soon' }, undefined],
    // openai/openai-agents-python#4021: a client that took it for a number waited forever.
    ['infinity', { 'retry-after': 'inf', 'retry-after-ms': 'Infinity' }, undefined],
    ['a number that no double holds', { 'retry-after': '9'.repeat(400) }, undefined],
    ['a date of ISO 8601', { 'retry-after': '1994-11-06T08:49:37Z' }, undefined],
    ['a duration with its unit', { 'retry-after': '30s' }, undefined],
    ['a date without a time', { 'retry-after': 'Sunday' }, undefined],
    ['an impossible date', { 'retry-after': 'Sun, 41 Nov 1994 08:49:37 GMT' }, undefined],
  ])('reads %s', (_, headers, seconds) => {
    expect(retryAfter(headers, now)).toBe(seconds);
  });

  test('never returns anything but a time from now on', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.float().map(String), fc.date().map(String)), (header) => {
        const seconds = retryAfter({ 'retry-after': header, 'retry-after-ms': header, date: header }, now);
        expect(seconds === undefined || (Number.isFinite(seconds) && seconds >= 0)).toBe(true);
      }),
    );
  });
});
