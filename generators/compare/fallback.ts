import type { AnyKind, Finding } from './kind.ts';
import type { Thing } from './things.ts';

/** Kinds of change for a difference that no other kind covers, so that every difference is reported. */
export const otherKinds = {
  added: frame('other-added', 'Something else was added'),
  removed: frame('other-removed', 'Something else was removed'),
  changed: frame('other-changed', 'Something else changed'),
} as const;

function frame(id: string, title: string) {
  return {
    id,
    title,
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'No kind of change covers it, so it may break callers, operators and the suite',
    advice: 'Compare both places',
    parts: ['*'],
  } as const satisfies Pick<AnyKind, 'id' | 'title' | 'levels' | 'reason' | 'advice' | 'parts'>;
}

/** The change that reports the parts that no kind covers. */
export function fallback(thing: Thing, when: keyof typeof otherKinds, parts: readonly string[]) {
  const name = `${thing.scope.replaceAll('-', ' ')} \`${thing.id}\``;
  const sentence =
    when === 'changed'
      ? `${parts.map((part) => `\`${part}\``).join(', ')} of ${name} changed`
      : `The ${name} was ${when}`;
  const finding: Finding = { sentence, ...(when === 'changed' && { parts }) };
  return { kind: otherKinds[when], finding };
}
