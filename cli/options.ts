import { readFileSync, statSync } from 'node:fs';
import { parseUsd } from '@tollwright/runtime/money/usd';
import { InvalidArgumentError } from 'commander';

/** Reads the value of an option that takes a whole number from `min` to `max`; commander prints an error for any other text. */
export function wholeNumber(min = 0, max = 9_999_999_999): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

/** Reads a TCP port; 0 means any free port. */
export const port = wholeNumber(0, 65_535);

/** Reads an absolute HTTP URL. */
export function httpUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('Expected a URL that starts with http:// or https://.');
}

/** Help of the option for a proxy. */
export const proxyHelp =
  'proxy for every request (default: HTTPS_PROXY or HTTP_PROXY, without the hosts of NO_PROXY and this machine)';

/** Reads a number of requests a second, such as 10 or 0.5. */
export function requestRate(text: string): number {
  const value = Number(text.replace(/\/s$/, ''));
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected requests a second, such as 10, 0.5 or 10/s.');
}

/** Milliseconds of each unit of `duration`. */
const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Longest time that a timer can wait, in milliseconds. */
const maxDuration = 2 ** 31 - 1;

/** Reads a time such as 90s, 30m, 1h or 1d, and returns milliseconds. */
export function duration(text: string): number {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (units[unit] ?? 0);
  if (milliseconds > 0 && milliseconds <= maxDuration) return milliseconds;
  throw new InvalidArgumentError('Expected a time such as 90s, 30m, 1h or 1d, at most 24d.');
}

/** Reads `NAME=VALUE` or `NAME: VALUE` of an option that may be repeated, and adds it to the headers before it. */
export function header(text: string, earlier: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([!#$%&'*+.^`|~\w-]+)(?:=|:\s*)([^\r\n\0]*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return { ...earlier, [name.toLowerCase()]: value };
  throw new InvalidArgumentError('Expected a header as NAME=VALUE.');
}

/** Reads a file of PEM certificates, and returns its text. */
export function certificates(path: string): string {
  const text = readFileSync(existingPath(path), 'utf8');
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new InvalidArgumentError('The file has no PEM certificate.');
}

/** Reads an amount of USD, and returns its text. */
export function usd(text: string): string {
  if (parseUsd(text) !== undefined) return text;
  throw new InvalidArgumentError('Expected an amount of USD such as 5 or 0.25.');
}

/** Reads the path of an existing file or folder. */
export function existingPath(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })) return path;
  throw new InvalidArgumentError('There is no such file or folder.');
}

/** Reads the path of a file to write; `-` is standard output. */
export function outputFile(path: string): string {
  if (path === '-' || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new InvalidArgumentError('Expected a file, but this is a folder.');
}

/** Reads the path of a folder to write into. */
export function outputFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false) return path;
  throw new InvalidArgumentError('Expected a folder, but this is a file.');
}

/** Help of `--strict`. */
export const strictHelp =
  'answer 501 where an operation has no handler (default: with made-up values, which a header says)';
