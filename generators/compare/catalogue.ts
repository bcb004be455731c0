import { otherKinds } from './fallback.ts';
import type { AnyKind } from './kind.ts';

/** Writes the page that lists every kind of change, area by area, as Markdown. */
export function catalogue(kinds: readonly AnyKind[]): string {
  const areas = Map.groupBy(kinds, ({ scope }) => scope);
  const sections = [...areas].flatMap(([scope, found]) => [`## ${heading(scope)}`, '', ...table(found), '']);
  return [
    '# Kinds of change',
    '',
    `\`tollwright diff\` knows ${kinds.length} kinds of change. Each has a level for callers, operators and the suite: *breaking* is`,
    'proven, *risky* is suspected, *compatible* asks for nothing. The proof for callers and operators is a witness; for the suite it',
    'is a rule whose id runs and baselines can no longer name, and whatever takes one away breaks the suite, of whichever kind it is.',
    'A change whose proof does not hold, or that has none, is risky at most. What no kind accounts for is reported, too, so that no',
    'difference stays silent.',
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
