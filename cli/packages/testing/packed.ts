import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The packages as they are published, packed into files. */
export interface PackedPackages {
  /** Folder of this test run, which it removes at the end. */
  readonly folder: string;
  readonly runtime: string;
  readonly kit: string;
}

/** Exit code and output of a command. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds both packages and packs them. */
export async function pack(): Promise<PackedPackages> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'packages-')));
  await run(process.execPath, ['cli/build.ts', join(folder, 'dist')]);
  // `npx` would install what the kit needs to make a project; here that is installed already.
  await symlink(resolve('node_modules'), join(folder, 'dist/node_modules'));
  const tarball = async (name: string) => {
    const options = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    await run('npm', options, { cwd: join(folder, 'dist', name), maxBuffer: 10_000_000 });
  };
  await Promise.all([tarball('runtime'), tarball('tollwright')]);
  const [runtime = ''] = globSync(join(folder, 'tollwright-runtime-*.tgz'));
  const [kit = ''] = globSync(join(folder, 'tollwright-[0-9]*.tgz'));
  return { folder, runtime, kit };
}

/** Runs a program in a folder; a failing one is no error. */
export function execute(command: string, args: readonly string[], cwd: string, env = {}): Promise<CommandResult> {
  const options = { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env }, maxBuffer: 50_000_000 };
  return run(command, [...args], options).then(
    (printed) => ({ ...printed, code: 0 }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}
