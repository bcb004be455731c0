import { otherKinds } from './fallback.ts';
import type { AnyKind } from './kind.ts';

/** Writes the page that lists every kind of change, area by area, as Markdown. */
export function catalogue(kinds: readonly AnyKind[]): string {
  const areas = Map.groupBy(kinds, ({ scope }) => scope);
  const sections = [...areas].flatMap(([scope, found]) => [`## ${heading(scope)}`, '', ...table(found), '']);
  return [
    '# Kinds of change',
    '',
    `\`tollwright diff\` knows ${kinds.length} kinds of change. Each has a level for callers, for operators and for the suite:`,
    '*breaking* is proven, *risky* is suspected, *compatible* needs no action. For callers and operators, the proof is a witness,',
    'such as a request that is refused. For the suite, it is a rule that baselines and `--only` can no longer name: a change of any',
    'kind that removes a rule breaks the suite. A change without a proof is at most risky. A difference that no kind covers is',
    'reported as well.',
    '',
    ...sections,
    '## Anything else',
    '',
    ...table(Object.values(otherKinds)),
    '',
  ].join('\n');
}

function table(kinds: readonly Pick<AnyKind, 'id' | 'title' | 'levels' | 'reason' | 'advice'>[]): string[] {
  const rows = kinds.map(({ id, title, levels, reason, advice }) => {
    const cells = [`\`${id}\``, title, levels.callers, levels.operators, levels.suite, reason, advice];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [
    '| Kind | What happened | Callers | Operators | Suite | Why | What to do |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ];
}

function heading(scope: string): string {
  const words = scope.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
