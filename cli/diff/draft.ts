import type { Change, Level } from '#generators/compare/change.ts';

const titles: Readonly<Record<Level, string>> = {
  breaking: 'Breaks callers',
  risky: 'May break callers',
  compatible: 'Changes that no caller has to follow',
};

/** Drafts the entries of a changelog from the changes since the last release. */
export function draft(version: string, last: string, changes: readonly Change[]): string {
  const byLevel = Map.groupBy(changes, ({ levels }) => levels.callers);
  const parts = Object.entries(titles).flatMap(([level, title]) => {
    // Object.entries forgets the names of `titles`.
    const found = byLevel.get(level as Level) ?? [];
    const lines = found.map(
      ({ sentence, hosts }) => `- ${sentence}${hosts.length > 0 ? ` (${hosts.join(', ')})` : ''}.`,
    );
    return found.length === 0 ? [] : ['', `### ${title}`, '', ...lines];
  });
  return [`## ${version} (since ${last})`, ...(parts.length > 0 ? parts : ['', 'Nothing changed in meaning.'])].join(
    '\n',
  );
}
