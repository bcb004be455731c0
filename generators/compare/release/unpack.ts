import type { Limit, Rule, Statement, Webhook } from '../../model/types.ts';
import { standardTransport } from '../../model/view/transport.ts';
import { side } from '../load.ts';
import type { ComparedView, Release, Side } from '../side.ts';
import type { Bundle, PackedHost } from './bundle.ts';

/** Objects of every bundle read so far, and statements by their text: what two releases share is read once. */
const known = new Map<string, unknown>();

/** Reads the text of a bundle as a side of a comparison; throws a `SyntaxError` for any other text. */
export function unpack(name: string, text: string): Side {
  const { bundle, statements, objects, places } = parseBundle(text);
  for (const [hash, value] of objects.map(memberOf)) if (!known.has(hash)) known.set(hash, JSON.parse(value));
  const release: Release = {
    service: bundle.service,
    documents: bundle.documents,
    statements: new Map(statements.map(statementOf).map((statement) => [statement.id, statement])),
    questions: bundle.questions,
    hosts: bundle.hosts.map((host) => unpackHost(bundle, host)),
    rules: bundle.rules.map((hash) => object<Rule>(hash)),
  };
  // Only what changed is looked up.
  let byEntry: ReadonlyMap<string, string> | undefined;
  return side(name, release, (entry) => {
    byEntry ??= new Map(places.map(memberOf));
    const found = byEntry.get(entry);
    if (found === undefined) return undefined;
    const [file, line, lines]: Bundle['places'][string] = JSON.parse(found);
    return { file, line, lines };
  });
}

/** The fields of a bundle of which each member has a line, as lines, and the others as they are. */
interface Lines {
  readonly bundle: Omit<Bundle, 'statements' | 'objects' | 'places'>;
  readonly statements: readonly string[];
  readonly objects: readonly string[];
  readonly places: readonly string[];
}

function parseBundle(text: string): Lines {
  const [head, ...fields] = text.split(/,\n"(?:statements|objects|places)": [[{]\n/);
  // A line with one bracket ends a field.
  const [statements, objects, places] = fields.map((field) => field.split('\n').filter((line) => line.length > 2));
  if (places && objects && statements) {
    const bundle: unknown = JSON.parse(`${head}\n}`);
    if (typeof bundle === 'object' && bundle !== null && 'bundle' in bundle && bundle.bundle === 1) {
      // Whatever says that it is a bundle was written by `pack`.
      return { bundle: bundle as Bundle, statements, objects, places };
    }
  }
  throw new SyntaxError('This is not the bundle of a release.');
}

/** The name of a member, and the text of its value. */
function memberOf(line: string): [name: string, value: string] {
  const end = line.indexOf('": ');
  return [line.slice(1, end), line.slice(end + 3).replace(/,$/, '')];
}

function statementOf(line: string): Statement {
  const text = line.replace(/,$/, '');
  if (!known.has(text)) known.set(text, JSON.parse(text));
  return object(text);
}

function unpackHost(bundle: Pick<Bundle, 'service'>, packed: PackedHost): ComparedView {
  const listed = <T>(hashes: readonly string[]) => hashes.map((hash) => object<T>(hash));
  const named = <T>(hashes: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [name, object<T>(hash)]));
  return {
    contract: 1,
    service: bundle.service,
    host: withTransport(packed.host),
    operations: listed(packed.operations),
    // Releases that were frozen before keys had a status state them all.
    limits: listed<Limit>(packed.limits).map((limit) => ({ ...limit, keyStatus: limit.keyStatus ?? 'stated' })),
    ...(packed.webhooks && { webhooks: listed<Webhook>(packed.webhooks) }),
    scenarios: listed(packed.scenarios),
    rules: listed(packed.rules),
    schemas: named(packed.schemas),
    prices: named(packed.prices),
    catalogs: named(packed.catalogs),
    machines: named(packed.machines),
    errors: named(packed.errors),
  };
}

/** A host with its transport. What releases did not state when they were frozen is as in the x402 standard. */
function withTransport(host: PackedHost['host']): PackedHost['host'] {
  if (!host.payment) return host;
  const [usual, own] = [standardTransport(), host.payment.transport];
  // Releases that were frozen before encodings or schemas were stated have the rest of `payment` and `receipt`.
  const transport = {
    ...usual,
    ...own,
    payment: { ...usual.payment, ...own?.payment },
    receipt: { ...usual.receipt, ...own?.receipt },
  };
  return { ...host, payment: { ...host.payment, transport } };
}

function object<T>(key: string): T {
  // `pack` stored a value of this type under the hash, or as the text.
  return known.get(key) as T;
}
