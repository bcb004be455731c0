/** A shell in which a user types: every line is counted, and the time from the first one to the last. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A shell that keeps its folder and its variables from line to line. */
export interface Terminal {
  readonly lines: readonly string[];
  /** Types a line and waits for its end. */
  type(line: string): Promise<TypedLine>;
  /** Types a line that does not end, and waits until its output matches; returns the match. */
  start(line: string, ready: RegExp): Promise<RegExpExecArray>;
  /** Ends the shell with all that runs in it. */
  close(): Promise<void>;
}

/** How a line ended. */
export interface TypedLine {
  readonly code: number;
  /** Standard output and standard error. */
  readonly output: string;
}

/** Opens a shell in a folder. */
export function openTerminal(folder: string, env: NodeJS.ProcessEnv): Terminal {
  const lines: string[] = [];
  // A group of its own, so that what runs in the shell ends with it.
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, detached: true, stdio: 'pipe' });
  let output = '';
  let change = Promise.withResolvers<void>();
  const announce = () => {
    change.resolve();
    change = Promise.withResolvers();
  };
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    announce();
  });
  shell.on('exit', announce);
  shell.stdin.write('exec 2>&1\n');

  async function shown(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(output);
      if (found) return found;
      if (shell.exitCode !== null) throw new Error(`The shell ended: ${output}`);
      await change.promise;
    }
  }

  return {
    lines,
    async type(line) {
      lines.push(line);
      output = '';
      const mark = crypto.randomUUID();
      shell.stdin.write(`${line}\nprintf '%s %s\\n' '${mark}' $?\n`);
      const [whole, code] = await shown(new RegExp(`${mark} (\\d+)\\n`));
      return { code: Number(code), output: output.slice(0, output.indexOf(whole)) };
    },
    start(line, ready) {
      lines.push(line);
      output = '';
      shell.stdin.write(`${line}\n`);
      return shown(ready);
    },
    async close() {
      if (shell.exitCode !== null || shell.pid === undefined) return;
      const ended = once(shell, 'exit');
      process.kill(-shell.pid, 'SIGTERM');
      await ended;
    },
  };
}
