import type { Json } from '../../../model/types.ts';
import type { Context, KindResult } from '../../kind.ts';
import type { ComparedOperation } from '../../side.ts';
import { outcome } from '../../witnesses.ts';
import { shown } from '../../words.ts';

/** Parts of an operation that the kinds of change about authorization account for. */
export const authorizationParts = ['auth', 'extras.security'];

/** The change of the authorization that a call needs. */
export function* authorizationFound(
  way: 'tightened' | 'loosened',
  before: ComparedOperation,
  after: ComparedOperation,
  context: Context,
): Generator<KindResult> {
  if (context.host?.before.host.auth !== context.host?.after.host.auth) {
    yield { implied: ['auth', 'payment.*', 'price'], by: 'host-authorization-changed' };
    return;
  }
  const isDescribed = before.extras?.security !== undefined || after.extras?.security !== undefined;
  const change = isDescribed ? securityChange(before, after) : authChange(before, after);
  if (change === 'same') yield { same: authorizationParts, by: 'logic' };
  if (change !== way) return;
  const [was, is] = [before, after].map(({ auth, extras }) => (isDescribed ? extras?.security : auth));
  yield {
    sentence: `\`${after.id}\` needs ${neededText(is)} instead of ${neededText(was)}`,
    parts: ['payment.*', ...authorizationParts],
    ...outcome(isDescribed ? ['extras', 'security'] : ['auth'], [was, is], context),
  };
}

/** Names all that lets a call in: each way to call, with its scopes after the scheme. */
function neededText(needed: Json | undefined): string {
  return Array.isArray(needed) && needed.length > 0 ? needed.map(shown).join(' or ') : shown(needed);
}

function authChange(before: ComparedOperation, after: ComparedOperation): 'tightened' | 'loosened' {
  const order = ['none', 'wallet', 'payment', 'key'];
  return order.indexOf(after.auth) > order.indexOf(before.auth) ? 'tightened' : 'loosened';
}

/** Ways in which a call may show who it is: each the schemes that it needs together, with the scopes of each. */
type Ways = readonly ReadonlyMap<string, ReadonlySet<string>>[];

/** The change of the ways in which a description lets a call be authorized. A call that needs nothing has one way. */
function securityChange(before: ComparedOperation, after: ComparedOperation): 'tightened' | 'loosened' | 'same' {
  const [old, now] = [before, after].map(({ extras }) => waysOf(extras?.security)) as [Ways, Ways];
  if (!servesAll(old, now)) return 'tightened';
  return servesAll(now, old) ? 'same' : 'loosened';
}

/** Tells whether callers of each of the first ways can still call. */
function servesAll(callers: Ways, ways: Ways): boolean {
  return callers.every((has) =>
    ways.some((needs) => [...needs].every(([scheme, scopes]) => has.get(scheme)?.isSupersetOf(scopes) === true)),
  );
}

function waysOf(security: Json | undefined): Ways {
  const written = Array.isArray(security) && security.length > 0 ? security.map(String) : [''];
  return written.map((way) => {
    const schemes = way.split(' and ').filter((scheme) => scheme.length > 0);
    return new Map(
      schemes.map((scheme) => {
        const at = scheme.indexOf(':');
        return [
          scheme.slice(0, at),
          new Set(
            scheme
              .slice(at + 1)
              .split(' ')
              .filter(Boolean),
          ),
        ] as const;
      }),
    );
  });
}
