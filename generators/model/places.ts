import type { Node } from '../reader/node.ts';
import { selectableHost, transportsOf } from './hosts.ts';
import { type EntryKind, entryKinds, type Located, type Spec } from './spec.ts';

/** Where an entry stands, and the lines of those values in it that stand on a line other than what they stand in. */
export interface EntryPlaces {
  readonly file: string;
  readonly line: number;
  /** Lines by path, whose steps `/` joins; items of a list have the step of their index and that of their name. */
  readonly lines: Readonly<Record<string, number>>;
}

/**
 * Where each entry of a specification stands, by `<kind>/<id>`; an entry is searched when it is asked for.
 *
 * The network that pays a host is found by the host as well: `network-of/<host>`, and with the
 * `<CAIP-2 id>` as a third part those that the host takes beside its own. How payments travel to a host stands under
 * `transport-of/<host>`, where a file states it.
 */
export function placesOf(spec: Spec): ReadonlyMap<string, () => EntryPlaces> {
  const places = new Map<string, () => EntryPlaces>();
  for (const kind of entryKinds)
    for (const [id, entry] of entriesOf(spec, kind)) places.set(`${kind}/${id}`, () => placed(entry));
  for (const [host, entry] of spec.all('host')) {
    const { network = '', also = [] } = entry.value.payment ?? {};
    const [transport] = transportsOf(selectableHost(entry), spec);
    if (transport) places.set(`transport-of/${host}`, () => placed(transport));
    for (const id of [network, ...also]) {
      const paid = spec.get('network', id);
      const name = id === network ? host : `${host}/${paid?.value.caip2}`;
      if (paid) places.set(`network-of/${name}`, () => placed(paid));
    }
  }
  return places;
}

function entriesOf(spec: Spec, kind: EntryKind): Iterable<[string, Located<unknown>]> {
  return spec.all(kind);
}

function placed({ file, node, name }: Located<unknown>): EntryPlaces {
  const lines: Record<string, number> = {};
  const lineOf = (start: number) => file.position(start).line;
  const visit = (value: Node, path: string, line: number): void => {
    for (const [steps, start, inner] of stepsOf(value)) {
      const own = lineOf(start);
      for (const step of steps) {
        const at = path === '' ? step : `${path}/${step}`;
        if (own !== line) lines[at] = own;
        visit(inner, at, own);
      }
    }
  };
  const line = lineOf(name.start);
  visit(node, '', line);
  return { file: file.name, line, lines };
}

/** Keys by which an item of a list is known. */
const naming = ['rule', 'label'];

function* stepsOf(value: Node): Generator<[steps: string[], start: number, inner: Node]> {
  if (value.kind === 'map') {
    for (const [name, { key, value: inner }] of value.entries) yield [[name], key.start, inner];
  } else if (value.kind === 'list') {
    for (const [index, item] of value.items.entries()) yield [[String(index), ...namesOf(item)], item.start, item];
  }
}

function namesOf(item: Node): string[] {
  if (item.kind !== 'map') return [];
  return naming.flatMap((key) => {
    const name = item.entries.get(key)?.value;
    return name?.kind === 'scalar' ? [name.text] : [];
  });
}
