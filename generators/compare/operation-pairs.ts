import { commonContents, withCommonContents, withMedia, withResponseMedia } from './contents.ts';
import { fieldPairs, fieldsOf, headerPairs, joined, type Site, type ThingPairs } from './fields/fields.ts';
import { PairWalk } from './fields/pairs.ts';
import { alignParams, type Matched, matchOperations } from './matching.ts';
import { meansSame } from './meaning.ts';
import { innerThings, noParameters, parameters, responseThing } from './operation-listing.ts';
import { changedSchemas, refersTo } from './schemas.ts';
import type { ComparedOperation, ComparedView } from './side.ts';
import type { Thing } from './things.ts';

/** An operation in two releases that may differ, with what is in its requests and responses. */
export interface OperationPair extends ThingPairs {
  readonly before: ComparedOperation;
  readonly after: ComparedOperation;
  /** The same operation with other media types of its body or a response, with what is in those. */
  readonly further?: readonly OperationPair[];
}

/** The operations of two views of a host: those that may differ, and those that only one has. */
export interface OperationPairs extends Pick<Matched<ComparedOperation>, 'added' | 'removed'> {
  readonly pairs: readonly OperationPair[];
  /** Ids of the operations, in the older release, that have what differs in a pair of named schemas. */
  operationsOf(cause: string): readonly string[];
}

/** Pairs the operations of two views, and leaves out those that are the same with all that they refer to. */
export function pairOperations(before: ComparedView, after: ComparedView): OperationPairs {
  const { kept, added, removed } = matchOperations(before.operations, after.operations);
  const changed = changedSchemas(before)(after);
  const isTouched = (operation: ComparedOperation) => changed.size > 0 && refersTo(operation, changed);
  const differing = kept.filter(([one, other]) => !meansSame(one, other) || isTouched(one));
  const isDescribed = before.described !== undefined && after.described !== undefined;
  const walk = new PairWalk({
    before: before.schemas,
    after: after.schemas,
    isShared: (name) => !changed.has(name),
  });
  const pairs = differing.map(([one, other]): (() => OperationPair) => {
    if (isDescribed) return describedPair(one, other, walk);
    const [old, now] = [innerThings(one, before, one.id), innerThings(alignParams(one, other), after, one.id)];
    return () => ({ before: one, after: other, old, now });
  });
  walk.run();
  return {
    pairs: pairs.map((pair) => pair()),
    added,
    removed,
    operationsOf: (cause) => walk.operationsOf(cause),
  };
}

/** An operation of two descriptions, of whose fields only those are listed that may differ. */
function describedPair(one: ComparedOperation, other: ComparedOperation, walk: PairWalk): () => OperationPair {
  const [before, after] = withCommonContents(one, other);
  const all = [...requestPairs(before, alignParams(before, after), walk), ...responsePairs(before, after, walk)];
  const further = [...furtherBodies(before, after, walk), ...furtherResponses(before, after, walk)];
  return () => ({
    before,
    after,
    ...joined(all.map((each) => each())),
    further: further.map(({ pair, inner }) => ({ ...pair, ...inner() })),
  });
}

/** An operation with another media type, and what is in it once the walk has run. */
interface FurtherPair {
  readonly pair: Pick<OperationPair, 'before' | 'after'>;
  readonly inner: () => ThingPairs;
}

type Both<T> = readonly [T, T];

function sites(
  operations: Both<ComparedOperation>,
  id: string,
  more: Omit<Site, 'prefix' | 'entry' | 'operation' | 'rules' | 'optional'>,
  optional: Both<boolean> = [false, false],
): Both<Site> {
  const site = (index: 0 | 1): Site => ({
    ...more,
    prefix: `${operations[0].id}.${id}`,
    operation: operations[index],
    entry: `operation/${operations[index].id}`,
    optional: optional[index],
    rules: () => [],
  });
  return [site(0), site(1)];
}

function requestPairs(one: ComparedOperation, other: ComparedOperation, walk: PairWalk): (() => ThingPairs)[] {
  const both = [one, other] as const;
  const parts = parameters.map((part) => {
    const found = sites(both, part, { scope: 'request-field', in: part, at: [part] });
    return fieldPairs([one[part] ?? noParameters, other[part] ?? noParameters], found, walk);
  });
  return [...parts, bodyPairs(both, walk)];
}

/** The fields of a body; a body that only one side has is one thing. */
function bodyPairs(both: Both<ComparedOperation>, walk: PairWalk, media?: string): () => ThingPairs {
  const [one, other] = both;
  const id = media === undefined ? 'body' : `body[${media}]`;
  const optional = [one.bodyOptional === true, other.bodyOptional === true] as const;
  const at = ['body', 'schema'];
  const found = sites(
    both,
    id,
    { scope: 'request-field', in: 'body', at, ...(media !== undefined && { media }) },
    optional,
  );
  if (one.body && other.body) return fieldPairs([one.body.schema, other.body.schema], found, walk);
  const only = (operation: ComparedOperation, site: Site): readonly Thing[] =>
    operation.body ? fieldsOf(operation.body.schema, site, {}).slice(0, 1) : [];
  return () => ({ old: only(one, found[0]), now: only(other, found[1]) });
}

function responsePairs(one: ComparedOperation, other: ComparedOperation, walk: PairWalk): (() => ThingPairs)[] {
  const both = [one, other] as const;
  const statuses = new Set([...one.responses, ...other.responses].map(({ http }) => http));
  return [...statuses].flatMap((status) => {
    const [was, is] = [one, other].map(({ responses }) => responses.find(({ http }) => http === status));
    const own = (response: typeof was) => (response ? [responseThing(response, one.id, [])] : []);
    const wholes: ThingPairs = { old: own(was), now: own(is) };
    if (!was || !is) return [() => wholes];
    const path = ['responses', String(status)];
    const more = { in: 'response', status } as const;
    const body = sites(both, `${status}.body`, { ...more, scope: 'response-field', at: [...path, 'schema'] });
    const headers = sites(both, `${status}.headers`, { ...more, scope: 'response-header', at: [...path, 'headers'] });
    const fields = was.schema || is.schema ? [fieldPairs([was.schema ?? {}, is.schema ?? {}], body, walk)] : [];
    return [() => wholes, ...fields, headerPairs([was.headers, is.headers], headers, walk)];
  });
}

function furtherBodies(one: ComparedOperation, other: ComparedOperation, walk: PairWalk): FurtherPair[] {
  if (!one.media || !other.media || !one.body || !other.body) return [];
  return commonContents(one.media, other.media)
    .slice(1)
    .map(({ type, before: was, after: is }) => {
      const both = [withMedia(one, type, was), withMedia(other, type, is)] as const;
      return { pair: { before: both[0], after: both[1] }, inner: bodyPairs(both, walk, type) };
    });
}

function furtherResponses(one: ComparedOperation, other: ComparedOperation, walk: PairWalk): FurtherPair[] {
  return one.responses.flatMap((response) => {
    const match = other.responses.find(({ http }) => http === response.http);
    if (!response.media || !match?.media) return [];
    return commonContents(response.media, match.media)
      .slice(1)
      .map(({ type, before: was, after: is }) => {
        const status = response.http;
        const both = [withResponseMedia(one, status, was), withResponseMedia(other, status, is)] as const;
        const at = ['responses', String(status), 'schema'];
        const site = { scope: 'response-field', in: 'response', status, at, media: type } as const;
        const pairs = fieldPairs([was, is], sites(both, `${status}.body[${type}]`, site), walk);
        return { pair: { before: both[0], after: both[1] }, inner: pairs };
      });
  });
}
