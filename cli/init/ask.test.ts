import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { UsageError } from '../failure.ts';
import { ask, canAsk, type Question } from './ask.ts';
import { findNetwork } from './networks.ts';

/** A terminal at which keys are pressed, each line once a question has been asked. */
function terminal(lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  let shown = '';
  const keys = [...lines];
  output.on('data', (chunk) => {
    shown += chunk;
    if (String(chunk).includes('] ')) input.write(keys.shift() ?? '');
  });
  return { input, output, shown: () => shown };
}

const questions: readonly Question[] = [
  { text: 'Id of the host', usual: 'gateway', check: () => undefined },
  { text: 'Network', usual: 'base', check: findNetwork },
];

test('asks at a terminal until each answer can be taken', async () => {
  const screen = terminal(['tea\r', 'eip155:999\r', 'optimism\r']);
  expect(canAsk(screen)).toBe(true);
  expect(await ask(questions, screen)).toEqual(['tea', 'optimism']);
  expect(screen.shown().match(/Network \[base\]/g)).toHaveLength(2);
  expect(screen.shown()).toContain('The USDC contract of the network "eip155:999" is not known. Did you mean');
});

test('takes what it proposes where nothing is typed', async () => {
  expect(await ask(questions, terminal(['\r', '\r']))).toEqual(['gateway', 'base']);
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('ends with %s, and has no answer', async (_, key) => {
  await expect(ask(questions, terminal(['tea\r', key]))).rejects.toThrow('Aborted');
});

test('keeps mistakes of its own apart from wrong answers', async () => {
  const broken: Question = { text: 'Anything', usual: '', check: () => JSON.parse('{') };
  await expect(ask([broken], terminal(['\r']))).rejects.not.toThrow(UsageError);
});

test('asks nothing where there is no terminal', () => {
  expect(canAsk({ input: new PassThrough(), output: new PassThrough() })).toBe(false);
});
