import { docstring, sentence } from '../typescript/literal.ts';
import type { HostOperation } from '../typescript/variants.ts';
import { routePath } from './route-path.ts';

/** The docstring of an operation: what it does, its method and path, what it costs, when it settles, its statements. */
export function operationDoc(placed: readonly HostOperation[]): string {
  const [first] = placed;
  if (!first) throw new Error('An operation is served nowhere.');
  const { description, summary, from, method, closed } = first.value;
  const paths = distinct(placed.map(({ view, value }) => routePath(value.path, value, view)));
  const route = `${method} ${paths.join(' or ')}`;
  return docstring(
    sentence(description ?? summary),
    closed ? `${route}: every request is answered with the error \`${closed}\`.` : `${route}, ${costs(placed)}.`,
    from.length > 0 ? `Statements: ${from.join(', ')}.` : undefined,
  );
}

/** The cost of calls on the hosts, and when they settle. */
function costs(placed: readonly HostOperation[]): string {
  const hosts = Map.groupBy(placed, costOn);
  const [only] = hosts.keys();
  const whole =
    hosts.size === 1 && only !== undefined
      ? only
      : [...hosts].map(([cost, on], index) => `${cost} ${placeOf(on, index === hosts.size - 1)}`).join('; ');
  const [settles] = placed.flatMap(({ value }) =>
    value.price && value.payment ? settlements[value.payment.settles] : [],
  );
  return settles === undefined ? whole : `${whole}. ${settles}`;
}

/** Where a cost holds; what is left after all others is elsewhere, however many hosts that are. */
function placeOf(on: readonly HostOperation[], isLast: boolean): string {
  return isLast && on.length > 1 ? 'elsewhere' : `on ${on.map(({ view }) => view.host.id).join(', ')}`;
}

function costOn({ view, value: { auth, price } }: HostOperation): string {
  if (price) return `${view.prices[price.id]?.kind === 'metered' ? 'metered' : 'priced'} by \`${price.id}\``;
  return { none: 'free', payment: 'free', key: 'free with an API key', wallet: 'free for the wallet that paid' }[auth];
}

const settlements = {
  'after-upstream': 'Settles on success',
  'after-upstream-or-on-poll': 'Settles on success, or on the poll that finds the job done',
  'on-poll': 'Settles on the poll that finds the job done',
  'on-accept': 'Settles once the call is accepted',
  never: 'Never settles',
};

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
