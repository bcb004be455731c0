import type { Field } from '../../entities.ts';
import type { Context, ChangeDetails } from '../../kind.ts';
import { CallPair } from '../calls/pair.ts';
import { Candidates } from '../schema/candidates.ts';
import type { Side } from '../schema/universe.ts';
import { requestProof } from './witness.ts';

/** A request with a field that only one release knows, where the other one refuses it. */
export function unknownKeyProof(field: Field, known: Side, context: Context): Pick<ChangeDetails, 'witness'> {
  const { host, operation } = context;
  if (!host || !operation) return {};
  const { universe } = new CallPair(host, operation);
  const value = new Candidates(universe).typical(universe.read(known, field.schema));
  return value === undefined ? {} : requestProof(field, value, known, context);
}
