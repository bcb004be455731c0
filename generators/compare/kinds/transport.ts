import type { Transport } from '../../model/types.ts';
import {
  type AnyKind,
  defineKind,
  defineMirrored,
  defineRaisedAndLowered,
  type ChangeDetails,
  type Example,
  type KindResult,
} from '../kind.ts';
import type { ComparedView } from '../side.ts';
import { difference, hostOf } from '../witnesses.ts';
import { listed, shown, without } from '../words.ts';

/** A file of the small specification that says how payments travel, with one text replaced. */
export function written(text = '', replacement = ''): { readonly 'protocol/transport.yaml': string } {
  return { 'protocol/transport.yaml': file.replace(text, () => replacement) };
}

const file = `protocol: transport
hosts: [per-call]
transport:
  challenge: { headers: { X-Terms: { form: "{base64}" } } }
  payment: { headers: { X-Money: {}, X-Coin: {} }, versions: [2], encodings: [base64], max_length: 4000 }
  refusals: { used: payment-replay }
  receipt: { headers: { X-Receipt: { content: settlement } } }
`;

/** A list of names, or texts by their names, in the transport. */
interface Group {
  /** Its path in the transport, and in the specification. */
  readonly path: readonly string[];
  readonly read: (transport: Transport) => Readonly<Record<string, string>> | readonly (string | number)[] | undefined;
}

const challengeHeaders: Group = { path: ['challenge', 'headers'], read: ({ challenge }) => challenge.headers };
const paymentHeaders: Group = { path: ['payment', 'headers'], read: ({ payment }) => payment.headers };
const versions: Group = { path: ['payment', 'versions'], read: ({ payment }) => payment.versions };
const encodings: Group = { path: ['payment', 'encodings'], read: ({ payment }) => payment.encodings };
const extensions: Group = { path: ['extensions'], read: (transport) => transport.extensions };
const receiptHeaders: Group = { path: ['receipt', 'headers'], read: ({ receipt }) => receipt.headers };

/** Changes of how payments travel over HTTP. */
export const transportKinds: readonly AnyKind[] = [
  ...defineNames({
    group: challengeHeaders,
    part: 'payment.transport.challenge',
    added: {
      id: 'challenge-header-added',
      title: 'Challenges have one more header',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Callers may ignore the header; a deployment without it may break the rules about challenges',
      advice: 'Send the header',
      says: (names, host) => `Challenges of ${host} also have ${names}`,
    },
    removed: {
      id: 'challenge-header-removed',
      title: 'Challenges no longer have a header',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that reads the header finds no offer; a deployment may still send it',
      advice: 'Read another header, or the body',
      says: (names, host) => `Challenges of ${host} no longer have ${names}`,
    },
    example: {
      given: written(),
      edit: written('X-Terms: {', 'X-Quoted: { form: "{base64}" }, X-Terms: {'),
    },
  }),
  defineKind({
    id: 'challenge-header-changed',
    scope: 'host',
    title: 'A header of challenges has another form',
    parts: ['payment.transport.challenge'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'A caller that reads the old form finds no offer; a deployment that sends it may break the rules about it',
    advice: 'Read and write the new form',
    find: (before, after) => otherTexts(challengeHeaders, before, after),
    example: { given: written(), edit: written('form: "{base64}"', 'form: "terms {base64}"') },
  }),
  ...defineNames({
    group: paymentHeaders,
    part: 'payment.transport.payment',
    added: {
      id: 'payment-header-added',
      title: 'Payments may come in one more header',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Existing payments are still read; a deployment that does not read the header breaks the rule',
      advice: 'Read the header',
      says: (names, host) => `${host} also reads payments in ${names}`,
    },
    removed: {
      id: 'payment-header-removed',
      title: 'Payments are no longer read in a header',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
      reason: 'A call that pays in the header gets a challenge; a deployment may still read it',
      advice: 'Pay in another header',
      says: (names, host) => `${host} no longer reads payments in ${names}`,
    },
    example: { given: written(), edit: written('X-Coin: {}', 'X-Coin: {}, X-Gold: {}') },
  }),
  defineKind({
    id: 'payment-headers-reordered',
    scope: 'host',
    title: 'Another payment header comes first',
    parts: ['payment.transport.payment'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'Each header alone is read as before; of two payments in one call, another one counts',
    advice: 'Send one payment in each call',
    *find(before, after) {
      const [one = [], other = []] = [before, after].map((view) => namesIn(paymentHeaders, view));
      if (one.join() === other.join() || one.toSorted().join() !== other.toSorted().join()) return;
      const sentence = `\`${after.host.id}\` reads payments in ${listed(other)}, in this order`;
      yield { ...about(paymentHeaders, before, after), sentence };
    },
    example: { given: written(), edit: written('X-Money: {}, X-Coin: {}', 'X-Coin: {}, X-Money: {}') },
  }),
  ...defineNames({
    group: versions,
    part: 'payment.transport.versions',
    added: {
      id: 'payment-version-added',
      title: 'One more version of payments is read',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason:
        'Existing payments are still read; a deployment that does not read the version may break the rule about it',
      advice: 'Read the version',
      says: (names, host) => `${host} also reads payments of version ${names}`,
    },
    removed: {
      id: 'payment-version-removed',
      title: 'A version of payments is no longer read',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A payment of the version is refused; a deployment that still reads it may break the rule about it',
      advice: 'Pay by another version',
      says: (names, host) => `${host} no longer reads payments of version ${names}`,
    },
    example: { given: written(), edit: written('versions: [2]', 'versions: [2, 1]') },
  }),
  ...defineNames({
    group: encodings,
    part: 'payment.transport.encodings',
    added: {
      id: 'payment-encoding-added',
      title: 'Payments are read in one more encoding',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Existing payments are still read; a deployment that refuses the encoding may break the rule about it',
      advice: 'Read the encoding',
      says: (names, host) => `${host} also reads payments in ${names}`,
    },
    removed: {
      id: 'payment-encoding-removed',
      title: 'Payments are no longer read in an encoding',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A payment in the encoding is refused; a deployment that still reads it may break the rule about it',
      advice: 'Write payments in base64',
      says: (names, host) => `${host} no longer reads payments in ${names}`,
    },
    example: { given: written(), edit: written('encodings: [base64]', 'encodings: [base64, base64url]') },
  }),
  ...defineRaisedAndLowered({
    scope: 'host',
    parts: ['payment.transport.maxLength'],
    measure: ({ host }) => host.payment?.transport.payment.maxLength,
    raised: {
      id: 'payment-length-raised',
      title: 'Longer payments are read',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Existing payments are still read; a deployment that refuses them may break the rule about their length',
      advice: 'Read payments up to the new length',
    },
    lowered: {
      id: 'payment-length-lowered',
      title: 'Long payments are no longer read',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A payment above the new length is refused; a deployment that still reads it may break the rule about it',
      advice: 'Keep payments below the new length',
    },
    *find(before, after) {
      const [one, other] = [before, after].map(({ host }) => host.payment?.transport.payment.maxLength);
      yield {
        ...placeOf(after, ['payment', 'max_length']),
        sentence: `\`${after.host.id}\` reads payments of up to ${other} characters instead of ${one}`,
        ...difference([...transportPath, 'payment', 'maxLength'], [one, other], hostOf(before, after)),
      };
    },
    example: { given: written(), edit: written('max_length: 4000', 'max_length: 5000') },
  }),
  defineKind({
    id: 'refusal-error-changed',
    scope: 'host',
    title: 'A refused payment gets another error',
    parts: ['payment.transport.refusals'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'A caller that reads the old error misreads the refusal; a deployment that returns it breaks the rule',
    advice: 'Handle the new error',
    *find(before, after) {
      const [one, other] = [before, after].map(({ host }) => host.payment?.transport.refusals);
      if (!one || !other) return;
      for (const reason of Object.keys(one) as (keyof typeof one)[]) {
        const [was, is] = [one[reason], other[reason]];
        if (was === is) continue;
        yield {
          ...placeOf(after, ['refusals', reason]),
          sentence: `A payment that \`${after.host.id}\` refuses as ${shown(reason)} gets the error ${shown(is)} instead of ${shown(was)}`,
          ...difference([...transportPath, 'refusals', reason], [was, is], hostOf(before, after)),
        };
      }
    },
    example: { given: written(), edit: written('used: payment-replay', 'used: payment-invalid') },
  }),
  ...defineNames({
    group: receiptHeaders,
    part: 'payment.transport.receipt',
    added: {
      id: 'receipt-header-added',
      title: 'Receipts have one more header',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Callers may ignore the header; a deployment without it may break the rules about receipts',
      advice: 'Send the header',
      says: (names, host) => `Receipts of ${host} are also in ${names}`,
    },
    removed: {
      id: 'receipt-header-removed',
      title: 'Receipts no longer have a header',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that reads the header finds no receipt; a deployment may still send it',
      advice: 'Read another header',
      says: (names, host) => `Receipts of ${host} are no longer in ${names}`,
    },
    example: { given: written(), edit: written('X-Receipt:', 'X-Hash: { content: transaction }, X-Receipt:') },
  }),
  ...defineNames({
    group: extensions,
    part: 'payment.transport.extensions',
    added: {
      id: 'payment-extension-added',
      title: 'Challenges have one more extension of x402',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers may ignore the extension; a deployment has to support it',
      advice: 'Support the extension',
      says: (names, host) => `Challenges of ${host} also have the extension ${names}`,
    },
    removed: {
      id: 'payment-extension-removed',
      title: 'Challenges no longer have an extension of x402',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that relies on the extension, such as on kept answers, may pay twice',
      advice: 'Do without the extension',
      says: (names, host) => `Challenges of ${host} no longer have the extension ${names}`,
    },
    example: { given: written(), edit: written('receipt:', 'extensions: { bazaar: {} }\n  receipt:') },
  }),
  defineKind({
    id: 'receipt-header-changed',
    scope: 'host',
    title: 'A header of receipts has other content',
    parts: ['payment.transport.receipt'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'A caller that reads the old content cannot read the header; a deployment that sends it may break the rule',
    advice: 'Read and write the new content',
    find: (before, after) => otherTexts(receiptHeaders, before, after),
    example: { given: written(), edit: written('content: settlement', 'content: transaction') },
  }),
];

/** Path to the transport in the contract of a host. */
export const transportPath = ['host', 'payment', 'transport'];

/** The group of a host that is paid; `undefined` for other hosts. */
function contentOf({ read }: Group, { host }: ComparedView) {
  return host.payment && read(host.payment.transport);
}

function namesIn(group: Group, view: ComparedView): readonly (string | number)[] {
  const value = contentOf(group, view) ?? [];
  return Array.isArray(value) ? value : Object.keys(value);
}

/** Two kinds of change: a group has one more name, or one less. */
interface NamesChange {
  readonly group: Group;
  /** The part of a host that the kinds explain. */
  readonly part: string;
  readonly added: NamesKind;
  readonly removed: NamesKind;
  /** The newer specification of the example has the name. */
  readonly example: Example;
}

/** One of the two kinds, with its sentence about the names and the host that has them. */
interface NamesKind extends Pick<AnyKind, 'id' | 'title' | 'levels' | 'reason' | 'advice'> {
  says(names: string, host: string): string;
}

function defineNames({ group, part, added, removed, example }: NamesChange): readonly AnyKind[] {
  const namesOf = (view: ComparedView) => namesIn(group, view);
  return defineMirrored({
    scope: 'host',
    parts: [part],
    forward: findingNames(group, added, (before, after) => without(namesOf(before), namesOf(after))),
    backward: findingNames(group, removed, (before, after) => without(namesOf(after), namesOf(before))),
    example,
  });
}

/** A kind that is found where `own` returns names, on a host that is paid in both releases. */
function findingNames(
  group: Group,
  { says, ...kind }: NamesKind,
  own: (before: ComparedView, after: ComparedView) => readonly (string | number)[],
) {
  return {
    ...kind,
    *find(before: ComparedView, after: ComparedView): Iterable<KindResult> {
      if (!before.host.payment || !after.host.payment) return;
      const names = own(before, after);
      if (names.length === 0) return;
      yield { ...about(group, before, after), sentence: says(listed(names), `\`${after.host.id}\``) };
    },
  };
}

/** Finds the names of a group that have another text in the newer release. */
function* otherTexts(group: Group, before: ComparedView, after: ComparedView): Iterable<KindResult> {
  const [one, other] = [before, after].map((view) => Object.entries(contentOf(group, view) ?? {}));
  const known = new Map(one);
  for (const [name, text] of other ?? []) {
    const was = known.get(name);
    if (was === undefined || was === text) continue;
    const sentence = `The header \`${name}\` of \`${after.host.id}\` holds ${shown(text)} instead of ${shown(was)}`;
    yield { ...about(group, before, after), sentence };
  }
}

/** The place of a group in the specification, and a call that shows that it differs. */
function about(
  group: Group,
  before: ComparedView,
  after: ComparedView,
): Pick<ChangeDetails, 'entry' | 'path' | 'witness'> {
  const values = [contentOf(group, before), contentOf(group, after)] as const;
  return {
    ...placeOf(after, group.path),
    ...difference([...transportPath, ...group.path], values, hostOf(before, after)),
  };
}

/** The place of a path in the transport of a host. */
export function placeOf({ host }: ComparedView, path: readonly string[]): Pick<ChangeDetails, 'entry' | 'path'> {
  return { entry: `transport-of/${host.id}`, path };
}
