import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import { headersSchema } from '../../headers.ts';
import type { Context, ChangeDetails } from '../../kind.ts';
import { CallPair } from '../calls/pair.ts';
import { Candidates } from '../schema/candidates.ts';
import type { Side } from '../schema/universe.ts';
import { absent } from './place.ts';

/** A response with a value of a header, or without it, whose headers only one release allows. */
export function headerProof(
  { header, status }: Field,
  value: Json | typeof absent,
  allowed: Side,
  { host, operation }: Context,
): Pick<ChangeDetails, 'witness'> {
  if (!host || !operation || header === undefined || status === undefined) return {};
  const pair = new CallPair(host, operation);
  const schemaOf = (side: Side): JsonSchema | undefined => {
    const response = pair.operation(side).responses.find(({ http }) => http === status);
    return response && headersSchema(response.headers);
  };
  const [own, rival] = [schemaOf(allowed), schemaOf(allowed === 'old' ? 'new' : 'old')];
  if (!own || !rival) return {};
  const { [header]: _, ...others } = Object(new Candidates(pair.universe).typical(pair.universe.read(allowed, own)));
  const headers: Json = value === absent ? others : { ...others, [header]: value };
  // Every value of a header is sent as text.
  if (!Object.values(Object(headers)).every((each) => typeof each === 'string')) return {};
  const [accepted, refused] = [own, rival].map((schema, index) => {
    const side = (index === 0) === (allowed === 'old') ? 'old' : 'new';
    return pair.universe.accepts(pair.universe.read(side, schema), headers);
  });
  if (!accepted || refused) return {};
  const known = { host: host.id, operation: pair.operation('old').id, status };
  const which = allowed === 'old' ? 'before' : 'after';
  return { witness: { claim: 'response', ...known, part: 'headers', value: headers, allowed: which } };
}
