import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import { sideOf } from '#generators/compare/load.ts';
import type { Side } from '#generators/compare/side.ts';
import { readFiles } from '#generators/read.ts';
import { loadFiles } from '#generators/reader/load.ts';
import { SourceFile } from '#generators/reader/source.ts';
import { type DiffReport, readers, reportOf } from '../report.ts';

const pair = z.tuple([z.string(), z.string()]);

const Seeded = z.strictObject({
  edits: z.record(z.string(), z.union([pair, z.array(pair)])),
  /** Levels for callers/operators/suite, kind and subject of each change that has to be found, and of no other. */
  expect: z.array(z.string()).default([]),
  /** Why nothing may be found. */
  because: z.string().optional(),
});

/** A change that was made to the real specification, and what has to be found of it. */
export type Seeded = z.infer<typeof Seeded>;

/** Reads the changes of a file of `generators/compare/seeded`. */
export function readSeeded(name: string): Seeded[] {
  const file = new URL(`../../../generators/compare/seeded/${name}.yaml`, import.meta.url);
  return z.array(Seeded).parse(load(readFileSync(file, 'utf8')));
}

const files = (await loadFiles('spec')) ?? [];

const untouched = seeded([]);

/** The real specification with some changes; throws where a text is not found or the result has mistakes. */
function seeded(changes: readonly Seeded[]): Side {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  for (const { edits } of changes) {
    for (const [name, edit] of Object.entries(edits)) {
      for (const [from, to] of isPair(edit) ? [edit] : edit) texts.set(name, replaced(name, texts.get(name), from, to));
    }
  }
  const changed = files.map((file) => {
    const text = texts.get(file.name) ?? '';
    return text === file.text ? file : new SourceFile(file.path, file.name, text);
  });
  const reading = readFiles(changed, 'spec');
  const side = sideOf('seeded', reading);
  if (side) return side;
  throw new Error(reading.diagnostics.map(({ message }) => message).join('\n'));
}

/** Changes that were found, each with its levels, kind, subject and sides. */
export async function foundOf(changes: readonly Seeded[]): Promise<{
  readonly names: string[];
  readonly report: DiffReport;
  readonly sides: readonly [Side, Side];
}> {
  const sides = [untouched, seeded(changes)] as const;
  const report = await reportOf(...sides, readers, []);
  const names = report.changes.map(({ levels, kind, subject }) => {
    return `${readers.map((reader) => levels[reader]).join('/')} ${kind} ${subject}`;
  });
  return { names: [...new Set(names)].sort(), report, sides };
}

function isPair(edit: Seeded['edits'][string]): edit is [string, string] {
  return typeof edit[0] === 'string';
}

function replaced(name: string, text: string | undefined, from: string, to: string): string {
  if (!text?.includes(from)) throw new Error(`${name} does not contain ${JSON.stringify(from)}.`);
  return text.replace(from, () => to);
}
