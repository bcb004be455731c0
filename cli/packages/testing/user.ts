/** A user who types commands of the packed kit, and serves a gateway with it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type CommandResult, execute } from './packed.ts';

/** A gateway that a user serves. */
export interface RunningGateway {
  readonly url: string;
  readonly controlUrl: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** A user in a folder. */
export interface User {
  /** Folder in which commands run. */
  folder: string;
  /** Types `cd` to a folder. */
  enter(folder: string): void;
  /** Types a line of `npx`, `npm` or `node`, and waits for its end. */
  type(line: string, env?: NodeJS.ProcessEnv): Promise<CommandResult>;
  /** Types `npx tollwright serve` with options, and waits until it is ready. */
  serve(options: string, env?: NodeJS.ProcessEnv): Promise<RunningGateway>;
}

/** Creates a user in a folder; `kit` is the folder of the packed kit, for commands before it is installed. */
export function userIn(folder: string, kit: string): User {
  /** Commands that `npx` would run: those of the project's own packages, else of the kit. */
  const programOf = ([first = '', second = '', ...rest]: readonly string[], own: boolean): [string, string[]] => {
    if (first !== 'npx') return [first === 'node' ? process.execPath : first, [second, ...rest]];
    const bin = second === 'tsc' ? 'typescript/bin/tsc' : 'tollwright/cli/main.js';
    return [process.execPath, [own ? join('node_modules', bin) : join(kit, 'cli/main.js'), ...rest]];
  };
  const user: User = {
    folder,
    enter(inner) {
      user.folder = join(user.folder, inner);
    },
    async type(line, env) {
      const [program, args] = programOf(line.split(' '), user.folder !== folder);
      return execute(program, args, user.folder, env);
    },
    async serve(options, env) {
      const [program, args] = programOf(`npx tollwright serve ${options}`.split(' '), true);
      const child = spawn(program, args, {
        cwd: user.folder,
        env: { ...process.env, NODE_OPTIONS: '', ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return servedBy(child);
    },
  };
  return user;
}

async function servedBy(child: ChildProcess): Promise<RunningGateway> {
  if (!child.stdout) throw new Error('The output of serve is not read.');
  let text = '';
  for await (const line of createInterface(child.stdout)) {
    text += `${line}\n`;
    // The last line is that of the client.
    if (line.startsWith('  client')) break;
  }
  child.stdout.resume();
  const found = /served at (\S+), controlled at (\S+)\n +control +CONTROL_TOKEN=(\S+)/.exec(text);
  if (!found) throw new Error(`serve did not say where it serves: ${text}`);
  const [, url = '', controlUrl = '', token = ''] = found;
  return {
    url,
    controlUrl,
    token,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
