import { createHash } from 'node:crypto';
import type { EntryPlaces } from '../../model/places.ts';
import type { HostView, Model } from '../../model/types.ts';
import type { Bundle, PackedHost } from './bundle.ts';

/** Freezes a model as the bundle of a release; equal models make equal bundles. */
export function pack(version: string, model: Model, places: ReadonlyMap<string, () => EntryPlaces>): Bundle {
  const objects = new Map<string, unknown>();
  const hashes = new Map<object, string>();
  const store = (value: object): string => {
    const known = hashes.get(value);
    if (known !== undefined) return known;
    const hash = hashOf(value).slice(0, 12);
    objects.set(hash, value);
    hashes.set(value, hash);
    return hash;
  };

  const content = {
    version,
    service: model.service,
    documents: model.documents,
    hosts: model.hosts.map((view) => packHost(view, store)),
    rules: model.rules.map(store),
    questions: [...model.questions].sort((a, b) => (a.id < b.id ? -1 : 1)),
    statements: [...model.statements.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    objects: sorted(objects),
  };
  return {
    bundle: 1,
    digest: `sha256:${hashOf(content)}`,
    ...content,
    places: sorted(
      [...places].map(([entry, place]) => {
        const { file, line, lines } = place();
        return [entry, [file, line, lines]] as const;
      }),
    ),
  };
}

/** The text of a bundle: one line for each object, so that two releases are read side by side. */
export function printBundle(bundle: Bundle): string {
  const fields = Object.entries(bundle).map(([name, value]) => `${JSON.stringify(name)}: ${printField(value)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

function printField(value: unknown): string {
  if (Array.isArray(value)) return `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const lines = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${JSON.stringify(inner)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

function packHost(view: HostView, store: (value: object) => string): PackedHost {
  const named = (values: Readonly<Record<string, object>>) =>
    sorted(Object.entries(values).map(([name, value]) => [name, store(value)] as const));
  return {
    host: view.host,
    operations: view.operations.map(store),
    limits: view.limits.map(store),
    ...(view.webhooks && { webhooks: view.webhooks.map(store) }),
    scenarios: view.scenarios.map(store),
    rules: view.rules.map(store),
    schemas: named(view.schemas),
    prices: named(view.prices),
    catalogs: named(view.catalogs),
    machines: named(view.machines),
    errors: named(view.errors),
  };
}

function sorted<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('hex');
}

/** The same value with the names of every object in order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return sorted(Object.entries(value).map(([name, inner]) => [name, canonical(inner)] as const));
}
