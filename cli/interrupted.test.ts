import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test('a command that npm started ends once its work is done', async () => {
  const module = JSON.stringify(new URL('./interrupted.ts', import.meta.url));
  const script = `import { interrupted } from ${module}; void interrupted(); console.log('done');`;
  const env = { ...process.env, npm_command: 'run-script' };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { env, stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
});
