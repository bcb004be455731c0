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

test('a command whose npm has ended before it waits for its end does not wait for ever', async () => {
  const module = JSON.stringify(new URL('./interrupted.ts', import.meta.url));
  const script = `
    const { ppid } = process;
    const { interrupted } = await import(${module});
    const held = setInterval(() => {}, 1000);
    process.stdout.write('loaded');
    while (process.ppid === ppid) await new Promise((resolve) => setTimeout(resolve, 10));
    await interrupted();
    clearInterval(held);
    process.stdout.write(' and ended');`;
  const args = JSON.stringify(['--input-type=module', '--eval', script]);
  const npm = `require('node:child_process').spawn(process.execPath, ${args}, { stdio: 'inherit' });`;
  const env = { ...process.env, npm_command: 'exec' };
  const child = spawn(process.execPath, ['-e', npm], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed === 'loaded') child.kill('SIGKILL');
  });
  // Its output ends with the last of the two processes.
  await once(child, 'close');
  expect(printed).toBe('loaded and ended');
});
