import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import type { Level } from '#generators/compare/change.ts';
import { readOpenApi } from '#generators/compare/openapi/read.ts';
import type { Side } from '#generators/compare/side.ts';
import type { JsonSchema } from '#generators/model/types.ts';
import { reportOf, worst } from '../../diff/report.ts';

const json = z.json();

const Pair = z.strictObject({
  check: z.string(),
  level: z.enum(['breaking', 'risky', 'compatible']),
  in: z.enum(['request', 'response', 'parameter', 'operation', 'paths']),
  before: json,
  after: json,
});

type Pair = z.infer<typeof Pair>;

/** A documented change with the level that its tool gives it, and the one that `diff` gives callers. */
export interface Judged {
  readonly check: string;
  readonly documented: Level;
  readonly ours: Level | 'unseen';
}

/** Judges every documented change of OpenAPI descriptions for callers. */
export function judgePairs(): Judged[] {
  const file = new URL('pairs.yaml', import.meta.url);
  return z
    .array(Pair)
    .parse(load(readFileSync(file, 'utf8')))
    .map(judge);
}

function judge({ check, level, in: place, before, after }: Pair): Judged {
  const { changes } = reportOf(sideOf(place, before), sideOf(place, after), ['callers'], []);
  const found = changes.map((change) => worst(change, ['callers']));
  const ours = (['breaking', 'risky', 'compatible'] as const).find((each) => found.includes(each)) ?? 'unseen';
  return { check, documented: level, ours };
}

function sideOf(place: Pair['in'], value: Pair['before']): Side {
  const content = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const answered = { responses: { 200: { description: 'Done' } } };
  const operations = {
    request: { ...answered, requestBody: { required: true, ...content(value) } },
    response: { responses: { 200: { description: 'Done', ...content(value) } } },
    parameter: { ...answered, parameters: value },
    operation: { ...answered, ...Object(value) },
  };
  const paths = place === 'paths' ? value : { '/things': { post: operations[place] } };
  // It is plain JSON: what is put together here came from JSON, too.
  const document = JSON.parse(
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Pair', version: '1' }, paths }),
  ) as JsonSchema;
  return readOpenApi('pair', document, () => 1);
}

/** True where both say that a change breaks callers, or both that it does not. */
export function agrees({ documented, ours }: Judged): boolean {
  if (documented === 'risky') return ours === 'risky' || ours === 'breaking';
  return documented === 'breaking' ? ours === 'breaking' : ours !== 'breaking';
}
