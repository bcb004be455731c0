import { createInterface } from 'node:readline/promises';
import { UsageError } from '../failure.ts';

/** A question for a terminal. */
export interface Question {
  readonly text: string;
  /** Taken where the answer is empty. */
  readonly usual: string;
  /** Throws `UsageError` for an answer that cannot be taken; the question is then asked again. */
  readonly check: (answer: string) => unknown;
}

/** Tells whether there is somebody to be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks questions one after the other until each has an answer that can be taken. */
export async function ask(questions: readonly Question[]): Promise<readonly string[]> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answers: string[] = [];
  try {
    for (const question of questions) answers.push(await answerTo(question, (text) => terminal.question(text)));
  } finally {
    terminal.close();
  }
  return answers;
}

async function answerTo({ text, usual, check }: Question, put: (text: string) => Promise<string>): Promise<string> {
  for (;;) {
    const answer = (await put(`${text} [${usual}] `)).trim() || usual;
    try {
      check(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      process.stderr.write(`${error.message}\n`);
    }
  }
}
