import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import type { Level } from '#generators/compare/change.ts';
import { readOpenApi } from '#generators/compare/openapi/read.ts';
import type { Side } from '#generators/compare/side.ts';
import type { JsonSchema } from '#generators/model/types.ts';
import { reportOf, worst } from '../../diff/report.ts';

/** Tools that compare OpenAPI descriptions and document how they judge a change. */
export const tools = ['oasdiff', 'redocly', 'openapi-diff'] as const;

/** Name of a tool that documents how it judges a change. */
export type Tool = (typeof tools)[number];

const level = z.enum(['breaking', 'risky', 'compatible']);

const json = z.json();

const Pair = z.strictObject({
  change: z.string(),
  in: z.enum(['request', 'response', 'parameter', 'operation', 'paths', 'document']),
  /** The level that the documentation of each tool states for the change, where it names it. */
  levels: z.partialRecord(z.enum(tools), level),
  openapi: z.string().default('3.0.3'),
  before: json,
  after: json,
  /** Why our level is none that the tools state. */
  why: z.string().optional(),
});

/** A change of an OpenAPI description with the levels that tools document for it. */
export type Pair = z.infer<typeof Pair>;

/** How a tool judges a change; `unseen` where it reports none, and `refused` where it does not read the description. */
export type Verdict = Level | 'unseen' | 'refused';

/** Reads the list of documented changes. */
export function readPairs(): readonly Pair[] {
  const file = new URL('pairs.yaml', import.meta.url);
  return z.array(Pair).parse(load(readFileSync(file, 'utf8')));
}

/** The level that `diff` gives callers. */
export async function judge(pair: Pair): Promise<Verdict> {
  const { changes } = await reportOf(...sidesOf(pair), ['callers'], []);
  const found = changes.map((change) => worst(change, ['callers']));
  return strictest(found);
}

/** The two descriptions of a pair as sides of a comparison. */
export function sidesOf({ openapi, in: place, before, after }: Pair): readonly [Side, Side] {
  const side = (value: Pair['before']): Side => {
    const document = descriptionOf(openapi, partsOf(place, value, ''));
    // It is plain JSON: what is put together here came from JSON, too.
    return readOpenApi('pair', JSON.parse(JSON.stringify(document)) as JsonSchema, () => 1);
  };
  return [side(before), side(after)];
}

/** The strictest of some levels. */
export function strictest(found: readonly Level[]): Verdict {
  return level.options.find((each) => found.includes(each)) ?? 'unseen';
}

/** A whole description. */
export function descriptionOf(openapi: string, parts: object): object {
  return { openapi, info: { title: 'Pair', version: '1' }, paths: {}, ...parts };
}

/** The part of a description that one side of a pair adds, with its paths under a prefix. */
export function partsOf(place: Pair['in'], value: Pair['before'], prefix: string): object {
  if (place === 'document') return Object(value);
  const content = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const answered = { responses: { 200: { description: 'Done' } } };
  const operations = {
    request: { ...answered, requestBody: { required: true, ...content(value) } },
    response: { responses: { 200: { description: 'Done', ...content(value) } } },
    parameter: { ...answered, parameters: value },
    operation: { ...answered, ...Object(value) },
  };
  const paths = place === 'paths' ? Object(value) : { '/things': { post: operations[place] } };
  return { paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [`${prefix}${path}`, item])) };
}

/** True where a verdict is what a tool documents: both that a change breaks callers, or both that it does not. */
export function agrees(documented: Level, verdict: Verdict | undefined): boolean {
  if (verdict === undefined || verdict === 'refused') return false;
  if (documented === 'risky') return verdict === 'risky' || verdict === 'breaking';
  return documented === 'breaking' ? verdict === 'breaking' : verdict !== 'breaking';
}
