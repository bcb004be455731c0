import type { AnyKind, ChangeDetails } from './kind.ts';
import type { Thing } from './things.ts';

/** Kinds of change for a difference that no other kind covers, so that every difference is reported. */
export const otherKinds = {
  added: frame('other-added', 'Something else was added'),
  removed: frame('other-removed', 'Something else was removed'),
  changed: frame('other-changed', 'Something else changed'),
  unread: frame('unread-difference', 'A description says something else that no rule reads'),
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

/** A change that no kind accounts for. */
interface LeftChange {
  readonly kind: (typeof otherKinds)[keyof typeof otherKinds];
  readonly details: ChangeDetails;
}

/** The changes that are left when every kind was tried: what no rule reads part by part, all else as one. */
export function leftChanges(
  thing: Thing,
  when: 'added' | 'removed' | 'changed',
  parts: readonly string[],
): LeftChange[] {
  const name = `${thing.scope.replaceAll('-', ' ')} \`${thing.id}\``;
  if (when !== 'changed') return [{ kind: otherKinds[when], details: { sentence: `The ${name} was ${when}` } }];
  const unread = parts.filter((part) => part.startsWith('unread.') || keywordScopes.has(thing.scope));
  const others = parts.filter((part) => !unread.includes(part));
  const changed = `${others.map((part) => `\`${part}\``).join(', ')} of ${name} changed`;
  return [
    ...(others.length > 0 ? [{ kind: otherKinds.changed, details: { sentence: changed, parts: others } }] : []),
    ...unread.map((part): LeftChange => {
      const [first, ...inner] = part.startsWith('unread.') ? ['unread', part.slice('unread.'.length)] : [part];
      const sentence = `No rule reads \`${inner[0] ?? first}\` of ${name}, which changed`;
      return { kind: otherKinds.unread, details: { sentence, parts: [part], path: [first ?? '', ...inner] } };
    }),
  ];
}

/** Things whose parts are keywords of schemas. */
const keywordScopes: ReadonlySet<string> = new Set([
  'request-field',
  'response-field',
  'response-header',
  'error-field',
]);
