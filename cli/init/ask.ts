import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { UsageError } from '../failure.ts';

/** A question for a terminal. */
export interface Question {
  readonly text: string;
  /** Used if the answer is empty. */
  readonly usual: string;
  /** Throws `UsageError` for an invalid answer; the question is then asked again. */
  readonly check: (answer: string) => unknown;
}

/** Standard input, and standard error so that standard output can be piped. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
}

const own: Terminal = { input: process.stdin, output: process.stderr };

/** True if a user can answer questions. */
export function canAsk({ input, output }: Terminal = own): boolean {
  return input.isTTY === true && output.isTTY === true;
}

/** Asks questions one after the other until each has a valid answer. Rejects on Ctrl-C or Ctrl-D. */
export async function ask(
  questions: readonly Question[],
  { input, output }: Terminal = own,
): Promise<readonly string[]> {
  const terminal = createInterface({ input, output });
  const answers: string[] = [];
  const put = async ({ text, usual, check }: Question): Promise<string> => {
    const answer = (await terminal.question(`${text} [${usual}] `)).trim() || usual;
    try {
      check(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      output.write(`${error.message}\n`);
      return put({ text, usual, check });
    }
  };
  try {
    for (const question of questions) answers.push(await put(question));
  } finally {
    terminal.close();
  }
  return answers;
}
