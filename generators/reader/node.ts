/** A YAML value with its position. Offsets count UTF-16 units from the start of the file. */
export type Node = Scalar | List | Mapping;

export interface Scalar {
  readonly kind: 'scalar';
  readonly start: number;
  readonly end: number;
  readonly value: string | number | boolean | null;
  /** The scalar as written, without quotes: `0.10` stays `0.10`. */
  readonly text: string;
  readonly plain: boolean;
}

export interface List {
  readonly kind: 'list';
  readonly start: number;
  readonly end: number;
  readonly items: readonly Node[];
}

export interface Mapping {
  readonly kind: 'map';
  readonly start: number;
  readonly end: number;
  readonly entries: ReadonlyMap<string, Entry>;
}

/** A key of a mapping with its value. */
export interface Entry {
  readonly key: Scalar;
  readonly value: Node;
}

/** Steps from the root of a file to a value. */
export type Path = readonly PropertyKey[];

/** Finds the entry or item at a path; `undefined` when there is none. */
export function find(node: Node, path: Path): { readonly key?: Scalar; readonly value: Node } | undefined {
  let found: { key?: Scalar; value: Node } = { value: node };
  for (const step of path) {
    const { value } = found;
    if (value.kind === 'map') {
      const entry = value.entries.get(String(step));
      if (!entry) return undefined;
      found = entry;
    } else if (value.kind === 'list') {
      const item = value.items[Number(step)];
      if (!item) return undefined;
      found = { value: item };
    } else {
      return undefined;
    }
  }
  return found;
}

/** The plain JSON value of a node. */
export function toValue(node: Node): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(toValue);
  const value: Record<string, unknown> = {};
  for (const [name, entry] of node.entries) value[name] = toValue(entry.value);
  return value;
}
