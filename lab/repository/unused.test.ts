import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

test('no file, export or dependency is unused, and none is missing', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, ['node_modules/knip/bin/knip.js'], (_, stdout, stderr) => resolve(stdout + stderr));
  expect(await promise).toBe('');
});
