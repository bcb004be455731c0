import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSaboteurs } from '../read.ts';
import type { Saboteur } from '../saboteur.ts';

/** The examples of the README, read like a file of saboteurs. */
export function examples(): readonly Saboteur[] {
  const [, block = ''] = readFileSync('lab/saboteurs/README.md', 'utf8').split('```yaml example\n');
  const [text = ''] = block.split('```');
  const folder = mkdtempSync(join(tmpdir(), 'saboteurs-'));
  try {
    const file = join(folder, 'examples.yaml');
    writeFileSync(file, `section: Examples\nbatch: 1\nsaboteurs:\n${text.replace(/^(?=.)/gm, '  ')}`);
    return readSaboteurs([file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An example by its id. */
export function example(id: string): Saboteur {
  const found = examples().find((each) => each.id === id);
  if (!found) throw new Error(`The README has no example ${id}.`);
  return found;
}
