import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { DriftReport } from '#conformance/drift/drift.ts';
import { UsageError } from '../failure.ts';

const Line = z.looseObject({ at: z.string(), url: z.string(), host: z.string(), moved: z.array(z.string()) });

/** Differences since the last run of a history. */
export interface News {
  /** When that run was, ISO 8601; absent in the first one. */
  readonly since?: string;
  /** Ids that are new. */
  readonly appeared: readonly string[];
  /** Ids that match the release again. */
  readonly vanished: readonly string[];
}

/** Compares a report with the last line of a history file about the same host, and appends a line for it. */
export async function remember(file: string, { target, started, moved }: DriftReport): Promise<News> {
  const lines = (await readFile(file, 'utf8').catch(ignoreMissing)).split('\n').filter((line) => line !== '');
  const past = lines.map((line, index) => lineOf(line, file, index + 1));
  const last = past.findLast(({ url, host }) => url === target.url && host === target.host);
  const ids = new Set(moved.flatMap(({ id, also = [] }) => [id, ...also]));
  const before = new Set(last?.moved);
  await appendFile(file, `${JSON.stringify({ at: started, ...target, moved: [...ids] })}\n`);
  return {
    ...(last && { since: last.at }),
    appeared: [...ids].filter((id) => !before.has(id)),
    vanished: [...before].filter((id) => !ids.has(id)),
  };
}

function lineOf(text: string, file: string, number: number): z.infer<typeof Line> {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${file}:${number} is not a line of a drift history. Name another file, or remove the line.`);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
