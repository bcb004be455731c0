import { once } from '../common/once.ts';
import type { HostSource } from '../language/host.ts';
import type { OperationSource } from '../language/operation.ts';
import type { Located, Spec, TransportEntry } from './spec.ts';

/** Tells whether a list of hosts and groups selects a host; no list selects every live host. */
export function selects(list: readonly string[] | undefined, host: Selectable): boolean {
  return list ? host.isSelected(list) : host.live;
}

/** The statements of how payments travel to a host: that of the specification before those of what it extends. */
export function transportsOf(host: Selectable, spec: Pick<Spec, 'all'>): Located<TransportEntry>[] {
  const own = [...spec.all('transport').values()].filter(({ value }) => selects(value.fileHosts, host));
  return own.toSorted((a, b) => a.file.depth - b.file.depth);
}

/** Tells which parts of an entry hold on a host, where they are written for some hosts only. */
export interface Selection {
  /** Tells whether a list of hosts and groups selects the host. */
  isSelected(hosts: readonly string[]): boolean;
  /** The value that is written for the host, else the one for its group. */
  own<T>(values: Readonly<Record<string, T>>): T | undefined;
}

/** A host as selections read it. */
export interface Selectable extends Selection {
  readonly id: string;
  readonly group: string;
  /** False for a retired host. */
  readonly live: boolean;
  /** Absent where the host carries every operation that selects it. */
  readonly carries?: HostSource['carries'];
}

/** The hosts of a specification as selections read them. */
export function selectable(spec: Spec): Selectable[] {
  return [...spec.all('host').values()].map(selectableHost);
}

/** One host as selections read it. */
export const selectableHost = once(({ id, value }: Located<HostSource>): Selectable => {
  const { group, auth, keys, 'free-calls': freeCalls, carries, payment } = value;
  const words = [
    ...[id, group, auth],
    ...(payment?.also ? [severalNetworks] : []),
    ...(keys ? [withKeys] : []),
    ...(freeCalls ? [withFreeCalls] : []),
  ];
  return {
    id,
    group,
    live: auth !== 'none',
    ...(carries && { carries }),
    isSelected: (hosts) => words.some((name) => hosts.includes(name)),
    own: (values) => values[id] ?? values[group],
  };
});

/** Tells whether a host carries an operation. */
export function serves({ id, value }: Located<OperationSource>, host: Selectable): boolean {
  return selects(value.hosts, host) && presenceOf(id, host) !== undefined;
}

/** How sure it is that a host carries an operation which selects it; `undefined` when it does not. */
export function presenceOf(operation: string, { carries }: Selectable): 'stated' | 'assumed' | undefined {
  const { operations, perhaps = [] } = carries ?? {};
  if (operations?.includes(operation)) return 'stated';
  if (perhaps === 'all' || perhaps.includes(operation)) return 'assumed';
  return operations ? undefined : 'stated';
}

/** Ways to pay, by which a list of hosts selects all that are paid so. */
const paidWays = ['x402', 'bearer'];

/** The word by which a list selects hosts that are paid on more than one network. */
const severalNetworks = 'several-networks';

/** The word by which a list selects hosts that take payments and keys. */
const withKeys = 'with-keys';

/** The word by which a list selects hosts with a free quota. */
const withFreeCalls = 'with-free-calls';

/** Every word that a `hosts:` list may hold. */
export function hostWords(spec: Spec): Set<string> {
  const groups = [...spec.all('host').values()].map(({ value }) => value.group);
  return new Set([...spec.names('host').keys(), ...groups, ...paidWays, severalNetworks, withKeys, withFreeCalls]);
}

/**
 * Resolves a value that may be written once or per host.
 *
 * A mapping is a map of hosts when `isValue` does not accept it as the value itself.
 */
export function forHost<T>(
  value: T | Readonly<Record<string, T>> | undefined,
  { own }: Selection,
  isValue: (value: T | Readonly<Record<string, T>>) => value is T,
): T | undefined {
  return value === undefined || isValue(value) ? value : own(value);
}
