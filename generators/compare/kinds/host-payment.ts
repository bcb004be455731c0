import type { Json } from '../../model/types.ts';
import { type AnyKind, defineKind, defineMirrored, defineRaisedAndLowered } from '../kind.ts';
import { meansSame } from '../meaning.ts';
import { difference, hostOf } from '../witnesses.ts';
import { listed, shown } from '../words.ts';
import { sister, takesSister } from './examples.ts';
import { type FurtherNetwork, networkPlace, networksKept, networksLeftOut, networksOf } from './networks.ts';

/** Changes of how a host is paid. */
export const hostPaymentKinds: readonly AnyKind[] = [
  defineKind({
    id: 'host-authorization-changed',
    scope: 'host',
    title: 'A host takes another kind of payment',
    parts: ['auth'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason:
      'A caller that pays in the old way is refused; a deployment that asks for the old way breaks the payment rules',
    advice: 'Pay with the wallet or key that the host asks for',
    *find(before, after) {
      if (after.host.auth === 'none') return;
      const host = hostOf(before, after);
      yield {
        sentence: `\`${after.host.id}\` is paid by ${shown(after.host.auth)} instead of ${shown(before.host.auth)}`,
        parts: ['auth', 'payment.*'],
        ...difference(['host', 'auth'], [before.host.auth, after.host.auth], host),
      };
    },
    example: {
      given: {
        'prices/counter-use.yaml': [
          ['kind: metered', 'kind: quoted'],
          ['units: response.usage.units', "units: '10'"],
          ["bound: { units: '10' }\n", ''],
        ],
      },
      edit: {
        'hosts/counter.yaml': [
          'auth: bearer',
          'auth: x402\npayment: { network: base-sepolia, scheme: exact, window: { seconds: 120, from: notes-005 } }',
        ],
      },
      also: ['error-added', 'error-removed'],
      back: ['host-authorization-changed', 'error-added', 'error-removed'],
    },
  }),
  defineKind({
    id: 'network-changed',
    scope: 'host',
    title: 'A host is paid on another network',
    parts: ['payment.network'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason: 'A payment on the old network is refused; a deployment that asks for one breaks the rule',
    advice: 'Hold USDC on the new network',
    *find(before, after, context) {
      const [one, other] = [before.host.payment?.network, after.host.payment?.network];
      if (one === undefined || other === undefined) return;
      yield {
        sentence: `\`${after.host.id}\` is paid on ${shown(other)} instead of ${shown(one)}`,
        ...networkPlace(['caip2'], after.host.id, context),
        ...difference(['host', 'payment', 'network'], [one, other], hostOf(before, after)),
      };
    },
    example: {
      edit: { 'networks/base-sepolia.yaml': ['eip155:84532', 'eip155:84533'] },
    },
  }),
  defineKind({
    id: 'asset-changed',
    scope: 'host',
    title: 'A host is paid in another asset',
    parts: ['payment.asset', 'payment.decimals'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason: 'A payment in the old asset is refused; a deployment that asks for one breaks the rule',
    advice: 'Hold the new asset; read its decimals',
    *find(before, after, context) {
      const [one, other] = [before.host.payment, after.host.payment];
      if (!one || !other) return;
      const part = one.asset === other.asset ? 'decimals' : 'asset';
      yield {
        sentence: `\`${after.host.id}\` is paid in ${shown(other.asset)} with ${other.decimals} decimals instead of ${shown(one.asset)} with ${one.decimals}`,
        ...networkPlace(['asset', part === 'asset' ? 'address' : part], after.host.id, context),
        ...difference(['host', 'payment', part], [one[part], other[part]], hostOf(before, after)),
      };
    },
    example: {
      edit: { 'networks/base-sepolia.yaml': ['decimals: 6', 'decimals: 18'] },
    },
  }),
  defineKind({
    id: 'signing-domain-changed',
    scope: 'host',
    title: 'Payments are signed under another domain',
    parts: ['payment.domain'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason:
      'A signature under the old domain is invalid; a deployment that offers the old domain refuses its own payers',
    advice: 'Take the domain from `extra` of the offer',
    *find(before, after, context) {
      const [one, other] = [before.host.payment, after.host.payment];
      if (!one || !other) return;
      yield {
        sentence: `Payments of \`${after.host.id}\` are signed under ${shown({ ...other.domain })} instead of ${shown({ ...one.domain })}`,
        ...networkPlace(['asset', 'domain'], after.host.id, context),
        ...difference(
          ['host', 'payment', 'domain'],
          [one.domain && { ...one.domain }, other.domain && { ...other.domain }],
          hostOf(before, after),
        ),
      };
    },
    example: {
      edit: { 'networks/base-sepolia.yaml': ['version: "2"', 'version: "3"'] },
    },
  }),
  ...defineMirrored({
    scope: 'host',
    parts: ['payment.also'],
    forward: {
      id: 'further-network-added',
      title: 'A host takes payments on one more network',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Existing payments still work; a deployment that takes none on the new network may still pass',
      advice: 'Offer it',
      *find(before, after) {
        const gained = networksLeftOut(after, before);
        if (gained.length === 0) return;
        yield {
          sentence: `\`${after.host.id}\` also takes payments on ${listed(gained.map(({ network }) => network))}`,
        };
      },
    },
    backward: {
      id: 'further-network-removed',
      title: 'A host no longer takes payments on one of its networks',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that pays there is refused; a deployment may still take such payments',
      advice: 'Pay on another network of the host',
      *find(before, after) {
        const lost = networksLeftOut(before, after);
        const [first] = lost;
        if (!first) return;
        const at = networksOf(before).indexOf(first);
        yield {
          sentence: `\`${after.host.id}\` no longer takes payments on ${listed(lost.map(({ network }) => network))}`,
          ...difference(
            ['host', 'payment', 'also', String(at), 'network'],
            [first.network, networksOf(after)[at]?.network],
            hostOf(before, after),
          ),
        };
      },
    },
    example: {
      given: sister,
      edit: takesSister,
    },
  }),
  defineKind({
    id: 'further-network-changed',
    scope: 'host',
    title: 'Payments on an additional network of a host changed',
    parts: ['payment.also'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason: 'A payment as before is refused; a deployment that asks for one breaks the rule',
    advice: 'Take asset, decimals and domain from the offer',
    *find(before, after, context) {
      for (const [one, other] of networksKept(before, after)) {
        const path = ['host', 'payment', 'also', String(networksOf(before).indexOf(one))];
        for (const part of ['asset', 'decimals', 'domain'] as const) {
          if (meansSame(one[part], other[part])) continue;
          const [was, is] = [plain(one[part]), plain(other[part])];
          yield {
            sentence: `The ${part} of payments to \`${after.host.id}\` on \`${one.network}\` is ${shown(is)} instead of ${shown(was)}`,
            ...networkPlace(['asset', parts[part]], after.host.id, context, one.network),
            ...difference([...path, part], [was, is], hostOf(before, after)),
          };
        }
      }
    },
    example: {
      given: { ...sister, ...takesSister },
      edit: { 'networks/sister.yaml': sister['networks/sister.yaml'].replace('decimals: 6', 'decimals: 18') },
    },
  }),
  ...defineRaisedAndLowered({
    scope: 'host',
    parts: ['payment.window'],
    measure: ({ host }) => host.payment?.window,
    raised: {
      id: 'host-window-lengthened',
      title: 'The payment window of a host is longer',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason:
        'A caller that signs for the old window is still served; a deployment that offers the old window breaks the rule',
      advice: 'Offer the new window',
    },
    lowered: {
      id: 'host-window-shortened',
      title: 'The payment window of a host is shorter',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason:
        'A caller that signs for the old window signs for too long; a deployment that offers the old window breaks the rule',
      advice: 'Read the window of each challenge; do not cache it',
    },
    *find(before, after) {
      const [one, other] = [before.host.payment?.window, after.host.payment?.window];
      yield {
        sentence: `The payment window of \`${after.host.id}\` is ${other} seconds instead of ${one}`,
        ...difference(['host', 'payment', 'window'], [one, other], hostOf(before, after)),
      };
    },
    example: { edit: { 'hosts/quay.yaml': ['seconds: 120', 'seconds: 200'] } },
  }),
  defineKind({
    id: 'payment-status-changed',
    scope: 'host',
    title: 'The status of the window or network of a host changed',
    parts: ['payment.windowStatus', 'payment.networkStatus'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
    reason: 'A stated value can fail a deployment, an assumed value cannot',
    advice: 'Run the suite',
    *find(before, after, context) {
      const [one, other] = [before.host.payment, after.host.payment];
      if (!one || !other) return;
      const says = (what: string, was: string, is: string) =>
        `The ${what} of \`${after.host.id}\` is ${is} instead of ${was}`;
      if (one.windowStatus !== other.windowStatus) {
        const sentence = says('window', one.windowStatus, other.windowStatus);
        yield { sentence, parts: ['payment.windowStatus'], path: ['payment', 'window'] };
      }
      if (one.networkStatus !== other.networkStatus) {
        const sentence = says('network', one.networkStatus, other.networkStatus);
        yield { sentence, parts: ['payment.networkStatus'], ...networkPlace(['status'], after.host.id, context) };
      }
    },
    example: {
      edit: {
        'hosts/quay.yaml': [
          'window: { seconds: 120, from: notes-005 }',
          'window: { seconds: 120, from: notes-005, status: derived }',
        ],
      },
    },
  }),
  defineKind({
    id: 'host-settlement-changed',
    scope: 'host',
    title: 'The host file names another payee, node or facilitator',
    parts: ['settlement'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
    reason: 'Payments go to the payee in the host file, unless an option or an environment variable overrides it',
    advice: 'Compare the payee with your own address before you start the gateway',
    *find(before, after) {
      const [one = {}, other = {}] = [before.host.settlement, after.host.settlement];
      for (const name of ['payee', 'rpc', 'facilitator'] as const) {
        const [old, now] = [one, other].map((each) => [each[name] ?? 'none'].flat().join(', '));
        if (old === now) continue;
        yield { sentence: `The ${name} of \`${after.host.id}\` is ${now} instead of ${old}` };
      }
    },
    example: {
      edit: { 'hosts/quay.yaml': ['auth: x402', 'auth: x402\nsettlement: { rpc: https://node.example }'] },
    },
  }),
];

/** Parts of a payment profile by their names in a network file. */
const parts = { asset: 'address', decimals: 'decimals', domain: 'domain' } as const;

/** A value as JSON: a domain has a type of its own. */
function plain(value: FurtherNetwork['asset' | 'decimals' | 'domain']): Json | undefined {
  return typeof value === 'object' ? { ...value } : value;
}
