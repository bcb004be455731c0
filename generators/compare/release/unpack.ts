import type { Rule } from '../../model/types.ts';
import { side } from '../load.ts';
import type { ComparedView, Release, Side } from '../side.ts';
import type { Bundle, PackedHost } from './bundle.ts';

/** Objects of every bundle read so far: what two releases share is one object, whose comparison ends at once. */
const known = new Map<string, unknown>();

/** Reads the text of a bundle as a side of a comparison; throws a `SyntaxError` for any other text. */
export function unpack(name: string, text: string): Side {
  const bundle = parseBundle(text);
  for (const [hash, value] of Object.entries(bundle.objects)) if (!known.has(hash)) known.set(hash, value);
  const release: Release = {
    service: bundle.service,
    documents: bundle.documents,
    statements: new Map(bundle.statements.map((statement) => [statement.id, statement])),
    questions: bundle.questions,
    hosts: bundle.hosts.map((host) => unpackHost(bundle, host)),
    rules: bundle.rules.map((hash) => object<Rule>(hash)),
  };
  return side(name, release, (entry) => {
    const found = bundle.places[entry];
    return found && { file: found[0], line: found[1], lines: found[2] };
  });
}

function parseBundle(text: string): Bundle {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && 'bundle' in value && value.bundle === 1) {
    // Whatever says that it is a bundle was written by `pack`.
    return value as Bundle;
  }
  throw new SyntaxError('This is not the bundle of a release.');
}

function unpackHost(bundle: Bundle, packed: PackedHost): ComparedView {
  const listed = <T>(hashes: readonly string[]) => hashes.map((hash) => object<T>(hash));
  const named = <T>(hashes: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [name, object<T>(hash)]));
  return {
    contract: 1,
    service: bundle.service,
    host: packed.host,
    operations: listed(packed.operations),
    limits: listed(packed.limits),
    scenarios: listed(packed.scenarios),
    rules: listed(packed.rules),
    schemas: named(packed.schemas),
    prices: named(packed.prices),
    catalogs: named(packed.catalogs),
    machines: named(packed.machines),
    errors: named(packed.errors),
  };
}

function object<T>(hash: string): T {
  // `pack` stored a value of this type under the hash.
  return known.get(hash) as T;
}
