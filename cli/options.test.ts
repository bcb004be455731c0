import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  certificates,
  duration,
  existingPath,
  header,
  httpUrl,
  outputFile,
  outputFolder,
  port,
  requestRate,
  usd,
  wholeNumber,
} from './options.ts';

describe('wholeNumber', () => {
  test('reads every number of its range and refuses its neighbours', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(1000), (least, size) => {
        const read = wholeNumber(least, least + size);
        expect([read(String(least)), read(String(least + size))]).toEqual([least, least + size]);
        for (const outside of [least - 1, least + size + 1]) expect(() => read(String(outside))).toThrow('from');
      }),
    );
  });

  test.each(['abc', '', ' ', '1.5', '0x10', '1e3', '+1', 'NaN'])('refuses %j', (text) => {
    expect(() => wholeNumber()(text)).toThrow('Expected a whole number');
  });
});

test.each([
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['1h', 3_600_000],
  ['24d', 2_073_600_000],
])('%s is %i milliseconds', (text, milliseconds) => {
  expect(duration(text)).toBe(milliseconds);
});

test.each(['0s', '1', 'h', '1.5h', '-1h', '1 h', '25d', '1w'])('%j is no time', (text) => {
  expect(() => duration(text)).toThrow('Expected a time such as 90s');
});

test('port refuses what no socket can listen on', () => {
  expect(() => port('65536')).toThrow('Expected a whole number from 0 to 65535.');
  expect(() => port('-1')).toThrow('Expected a whole number from 0 to 65535.');
});

test.each([
  [httpUrl, 'http://127.0.0.1:8402/mounted', 'localhost:8402', 'Expected a URL'],
  [usd, '0.25', '5 USD', 'Expected an amount of USD'],
  [existingPath, 'package.json', 'no-such-file', 'There is no such file'],
  [outputFile, 'no-such-file', 'cli', 'this is a folder'],
  [outputFile, '-', '.', 'this is a folder'],
  [outputFolder, 'cli', 'package.json', 'this is a file'],
  [outputFolder, 'no-such-folder', 'README.md', 'this is a file'],
] as const)('%o accepts %j and refuses %j', (read, good, bad, message) => {
  expect(read(good)).toBe(good);
  expect(() => read(bad)).toThrow(message);
});

test.each([
  ['10', 10],
  ['0.5', 0.5],
  ['10/s', 10],
])('requestRate reads %j', (text, rate) => expect(requestRate(text)).toBe(rate));

test.each(['0', '-1', 'fast', '', 'Infinity', '10/m'])('requestRate refuses %j', (text) => {
  expect(() => requestRate(text)).toThrow('Expected requests a second');
});

test('header adds to the headers before it, with names in lower case', () => {
  expect(header('X-Pass=a=b', header('Cookie: c'))).toEqual({ cookie: 'c', 'x-pass': 'a=b' });
});

test.each(['X-Pass', '=a', 'X Pass=a', 'X-Pass=a\r\nX-Other: b'])('header refuses %j', (text) => {
  expect(() => header(text)).toThrow('Expected a header as NAME=VALUE.');
});

test('certificates refuses a file without any', () => {
  expect(() => certificates('package.json')).toThrow('The file has no PEM certificate.');
});
