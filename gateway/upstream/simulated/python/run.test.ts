import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PythonProgram, runPython } from './run.ts';

const never = new AbortController().signal;

function python(code: string, options: Partial<PythonProgram> = {}) {
  return runPython({ args: ['-c', code], files: {}, memory: 128, seconds: 60, signal: never, ...options });
}

describe('runPython', () => {
  test('returns what a program writes and the code it exits with', async () => {
    const ended = await python('import sys; print(6 * 7); sys.stderr.write("no"); sys.exit(3)');
    expect(ended).toMatchObject({ stdout: '42\n', stderr: 'no', code: 3 });
  });

  test('hands over arguments of any script, in number and in bytes', async () => {
    const argument = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', 'é', '漢', '😀') });
    await fc.assert(
      fc.asyncProperty(fc.array(argument, { maxLength: 4 }), async (args) => {
        const { stdout } = await python('', {
          args: ['-c', 'import sys, json; print(json.dumps(sys.argv[1:]))', ...args],
        });
        expect(JSON.parse(stdout)).toEqual(args);
      }),
      { numRuns: 10 },
    );
  });

  test('gives a program the files that the one before it left', async () => {
    const first = await python(
      'import os; os.makedirs("/tmp/a/b"); open("/tmp/a/b/c", "w").write("hé"); open("d", "w")',
    );
    expect(first).toMatchObject({ stderr: '', code: 0 });
    const second = await python('import os; print(open("tmp/a/b/c").read(), sorted(os.listdir("/")))', {
      files: first.files,
    });
    expect(second.stdout).toBe("hé ['d', 'tmp']\n");
  });

  test.each([
    ['a file of the host', 'open("/etc/passwd")', 'FileNotFoundError'],
    ['a file above its own', 'open("../../../../etc/passwd")', 'Error'],
    ['a socket', 'import socket; socket.socket()', 'OSError'],
    ['a process', 'import subprocess; subprocess.run(["ls"])', 'OSError'],
    ['an environment', 'import os; print(os.environ["PATH"])', 'KeyError'],
  ])('has %s for no program', async (_, code, error) => {
    const ended = await python(code);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(error);
    expect(ended.stdout).toBe('');
  });

  test('stops a program whose time is over, and keeps what it wrote', async () => {
    const ended = await python('print("begun", flush=True)\nwhile True: pass', { seconds: 1 });
    expect(ended).toEqual({ stdout: 'begun\n', stderr: '', code: 124, files: {} });
  });

  test('kills a program whose signal is aborted', async () => {
    const controller = new AbortController();
    const running = python('while True: pass', { signal: controller.signal });
    // Once a later program has ended, this one has begun.
    await python('');
    controller.abort();
    expect(await running).toMatchObject({ code: 137 });
    expect(await python('print(1)', { signal: controller.signal })).toMatchObject({ stdout: '', code: 137 });
  });

  test('refuses memory above the requested amount', async () => {
    const ended = await python('x = []\nwhile True: x.append("a" * 1_000_000)', { memory: 64 });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('MemoryError') });
  });

  test.each([
    'open("/tmp/big", "wb").write(b"0" * 5_000_000)',
    'f = open("/tmp/big", "wb", buffering=0); f.seek(10**12); f.write(b"0")',
    'open("/tmp/big", "wb").truncate(10**10)',
    'for i in range(20_000): open(f"/tmp/{i}", "w").close()',
  ])('refuses files that take up too much: %s', async (code) => {
    expect(await python(code)).toMatchObject({ code: 1, stderr: expect.stringContaining('No space left') });
  });

  test('gives the room of files back when they are emptied', async () => {
    const ended = await python('for i in range(20): open("/tmp/x", "wb").write(b"0" * 1_000_000)\nprint("ok")');
    expect(ended).toMatchObject({ stdout: 'ok\n', code: 0 });
  });

  test('truncates output above the limit', async () => {
    const { stdout, code } = await python('for i in range(3000): print("x" * 1000)');
    expect(code).toBe(0);
    expect(stdout).toHaveLength(1_048_576);
  });

  test('sleeps for the requested time', async () => {
    const { stdout } = await python('import time; t = time.monotonic(); time.sleep(0.05); print(time.monotonic() - t)');
    expect(Number(stdout)).toBeGreaterThanOrEqual(0.05);
  });
});
