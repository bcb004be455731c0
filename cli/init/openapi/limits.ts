/** Limits that a description states in headers of its responses. */

import type { Part } from '#generators/compare/openapi/part.ts';
import type { Json } from '#generators/model/types.ts';
import type { Importer } from './importer.ts';

/** How often callers may call. */
export interface ApiLimit {
  readonly count: number;
  /** Seconds. */
  readonly window: number;
}

/** The error of a call over a limit. */
export const limitError = 'too-many-requests';

/** Headers that state limits: the standard ones and their forerunners. */
const ofLimits = /^(x-)?rate-?limit/i;

/** True for a header that states a limit. */
export function isOfLimits(name: string): boolean {
  return ofLimits.test(name);
}

const seconds: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** The limit of an operation; headers that state none are noted. */
export function readLimit(source: Part, { leftovers }: Importer): ApiLimit | undefined {
  const headers = source
    .get('responses')
    .members()
    .flatMap(([, response]) => response.get('headers').members())
    .filter(([name]) => isOfLimits(name));
  const limit = headers.map(([name, header]) => limitOf(name, header)).find((each) => each !== undefined);
  if (limit) return limit;
  for (const [name, { at }] of headers)
    leftovers.add(
      at,
      `The header \`${name}\` states no calls in a time`,
      'State the limit of your API under spec/limits/, so that callers over it get 429 before they pay.',
    );
  return undefined;
}

/** The limit of a policy such as `100;w=60`, or of a number with a word such as "per minute" beside it. */
function limitOf(name: string, header: Part): ApiLimit | undefined {
  const text = String(shownIn(header) ?? '');
  const policy = /(?:^|[\s;,=])(\d+)\s*(?:;[^,]*)?;\s*w=(\d+)/.exec(text);
  if (policy) return limitFrom(Number(policy[1]), Number(policy[2]));
  const words = `${name.replaceAll('-', ' ')} ${header.text('description') ?? ''} ${header.get('schema').text('description') ?? ''}`;
  const [, unit] = /\b(?:per|an?|each|every|limit) (second|minute|hour|day)\b/i.exec(words) ?? [];
  const isLimit = /limit(-per)?(-(second|minute|hour|day))?$/i.test(name);
  return isLimit && unit !== undefined && /^\d+$/.test(text)
    ? limitFrom(Number(text), seconds[unit.toLowerCase()] ?? 0)
    : undefined;
}

function limitFrom(count: number, window: number): ApiLimit | undefined {
  return count > 0 && window > 0 ? { count, window } : undefined;
}

/** The value that a description shows for a header. */
function shownIn(header: Part): Json | undefined {
  const schema = header.get('schema');
  const [example] = header.get('examples').entries();
  const { examples, example: own, const: constant, default: usual } = schema.fields;
  const [shown] = Array.isArray(examples) ? examples : [];
  return header.fields.example ?? example?.[1].fields.value ?? own ?? shown ?? constant ?? usual;
}

/** The file of limits: operations with the same one share it. */
export function limitsFile(limits: ReadonlyMap<string, ApiLimit>, { statements }: Importer): Json {
  const shared = Map.groupBy(limits, ([, { count, window }]) => `calls-${count}-in-${window}-seconds`);
  return Object.fromEntries(
    [...shared].map(([id, entries]) => {
      const [, { count, window }] = entries[0] ?? ['', { count: 1, window: 1 }];
      const summary = `${count} calls in ${window} seconds for each address`;
      return [
        id,
        {
          summary,
          operations: entries.map(([operation]) => operation),
          ...{ count, window, key: { value: 'ip', status: 'assumed' }, shared: { value: true, status: 'assumed' } },
          error: limitError,
          from: statements.add('Limits', 'limit', 'blackbox-free', summary),
          status: 'assumed',
        },
      ];
    }),
  );
}
