import { afterEach, expect, test, vi } from 'vitest';
import { readTiny } from '#generators/fixtures/tiny.ts';
import { printDiagnostics } from './diagnostics.ts';

afterEach(() => vi.restoreAllMocks());

test('a specification cannot control the terminal by its text', () => {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
  const { diagnostics } = readTiny({ 'limits/reads.yaml': ['window: 60 #', '"w\\e[2Jindow\u202e": 60 #'] });
  expect(printDiagnostics(diagnostics)).toMatch(/^\d+ errors?, 0 warnings$/);
  expect(printed.join('')).toContain('\\u001b[2J');
  expect(printed.join('')).toContain('\\u202e');
  for (const sign of ['\u001b[2J', '\u202e']) expect(printed.join('')).not.toContain(sign);
});
