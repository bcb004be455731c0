import { isObject } from '../../../json-schema/walk.ts';
import type { Json } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import type { Context, ChangeDetails } from '../../kind.ts';
import type { WitnessRequest } from '../../witness.ts';
import { baseRequest, contentTypeOf } from '../calls/domain.ts';
import { CallPair, type RequestPart } from '../calls/pair.ts';
import { Candidates } from '../schema/candidates.ts';
import type { Schema } from '../schema/dialect.ts';
import { type Inclusion, inclusion } from '../schema/inclusion.ts';
import type { Side } from '../schema/universe.ts';
import { valueAt } from './differ.ts';
import { absent, place } from './place.ts';

/** The witness of a changed field. */
type Proof = Pick<ChangeDetails, 'witness'>;

/** A request with a value of a field, or without it, that only one release accepts. */
export function requestProof(field: Field, value: Json | typeof absent, accepted: Side, context: Context): Proof {
  return proven(context, (pair, host) => {
    const part = partOf(field);
    if (part === undefined) return {};
    const schema = pair.part(accepted, part) ?? true;
    const refused: Side = accepted === 'old' ? 'new' : 'old';
    const starts: readonly WitnessRequest[] = [pair.operation(accepted).example, baseRequest(pair)];
    for (const start of starts) {
      for (const placed of placements(schema, start[part], field.path, value, pair)) {
        const { [part]: own, ...others } = start;
        const isLeftOut = value === absent && field.path.length === 0;
        const whole = placed ?? (isLeftOut ? undefined : own);
        const request: WitnessRequest = {
          ...others,
          ...contentTypeOf(pair),
          ...(whole !== undefined && { [part]: whole }),
        };
        if (!pair.accepts(accepted, request) || pair.matches(refused, request)) continue;
        const operation = pair.operation('old').id;
        return {
          witness: { claim: 'request', host, operation, request, accepted: accepted === 'old' ? 'before' : 'after' },
        };
      }
    }
    return {};
  });
}

/** Values of a part with a value of a field: as it is, and where it is an object with what else the field must have. */
function* placements(
  schema: Schema,
  base: Json | undefined,
  path: readonly string[],
  value: Json | typeof absent,
  { universe }: CallPair,
): Generator<Json | undefined> {
  yield place(schema, base, path, value, universe);
  if (value === absent || !isObject(value)) return;
  const start = base ?? new Candidates(universe).typical(schema);
  const around = valueAt(place(schema, start, path, {}, universe) === undefined ? undefined : start, path);
  if (isObject(around)) yield place(schema, base, path, { ...around, ...value }, universe);
}

/** A response with a value of a field, or without it, that only one release allows. */
export function responseProof(field: Field, value: Json | typeof absent, allowed: Side, context: Context): Proof {
  return proven(context, (pair, host) => {
    const [old, now] = (['old', 'new'] as const).map((side) => responseSchema(pair, side, field));
    const { status } = field;
    if (old === undefined || now === undefined || status === undefined) return {};
    const [one, other] = allowed === 'old' ? [old, now] : [now, old];
    const [own, rival] = [
      pair.universe.read(allowed, one),
      pair.universe.read(allowed === 'old' ? 'new' : 'old', other),
    ];
    const placed = place(own, undefined, field.path, value, pair.universe);
    const isProof = placed !== undefined && pair.universe.accepts(own, placed) && !pair.universe.accepts(rival, placed);
    const found = isProof ? placed : witnessOf(searched(pair, allowed, one, other));
    if (found === undefined) return {};
    const part = field.in === 'challenge' ? 'challenge' : 'body';
    const operation = pair.operation('old').id;
    return {
      witness: {
        claim: 'response',
        host,
        operation,
        status,
        part,
        value: found,
        ...(field.media !== undefined && { contentType: field.media }),
        allowed: allowed === 'old' ? 'before' : 'after',
      },
    };
  });
}

function searched(pair: CallPair, allowed: Side, one: Field['root'], other: Field['root']): Inclusion {
  const rival: Side = allowed === 'old' ? 'new' : 'old';
  return inclusion({ side: allowed, schema: one }, { side: rival, schema: other }, pair.universe);
}

function witnessOf(found: Inclusion): Json | undefined {
  return found.result === 'witness' ? found.value : undefined;
}

function responseSchema(pair: CallPair, side: Side, { in: part, status }: Field): Field['root'] | undefined {
  const { responses, payment } = pair.operation(side);
  return part === 'challenge' ? payment?.challenge : responses.find(({ http }) => http === status)?.schema;
}

function partOf(field: Field): RequestPart | undefined {
  const { in: part } = field;
  return part === 'response' || part === 'challenge' || part === 'error' ? undefined : part;
}

function proven({ host, operation }: Context, prove: (pair: CallPair, host: string) => Proof): Proof {
  if (!host || !operation) return {};
  const pair = new CallPair(host, operation);
  // A schema that cannot be taken apart gives no proof.
  return pair.universe.ask(
    () => prove(pair, host.id),
    () => ({}),
  );
}
