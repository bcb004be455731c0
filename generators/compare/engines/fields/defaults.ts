import { decimalText } from '../../../check/money.ts';
import { isObject, referenceOf } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import type { Context, Finding } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { CallPair } from '../calls/pair.ts';
import { comparePrices } from '../price/compare-prices.ts';
import { absent, place } from './place.ts';

/** A default as sentences show it. */
export function shown({ own }: Field): string {
  return JSON.stringify(own.default);
}

/** What a default does to the price of calls, as the end of a sentence. */
export function costOfDefault({ host, operation }: Context): string {
  if (!host || !operation?.before.price || !operation.after.price) return '';
  const { dearer, cheaper } = comparePrices(new CallPair(host, operation));
  const moved = dearer ?? cheaper;
  if (!moved) return '';
  const { before, after } = moved.worst;
  return `; such a call costs ${decimalText(after)} instead of ${decimalText(before)} USD`;
}

/** A request that leaves a field out, with what each release says that it means. */
export function defaultProof(before: Field, after: Field, context: Context): Pick<Finding, 'witness'> {
  const { host, operation } = context;
  const { in: part, path } = after;
  if (!host || !operation || (part !== 'body' && part !== 'query' && part !== 'params')) return {};
  const [was, is] = [pathTo(before, host.before.schemas), pathTo(after, host.after.schemas)];
  if (!was || was.join() !== is?.join()) return {};
  const pair = new CallPair(host, operation);
  const base = operation.before.example;
  const value = place(pair.part('old', part) ?? true, base[part], path, absent, pair.universe);
  const request = { ...base, ...(value !== undefined && { [part]: value }) };
  const found = outcome([], [before.own.default, after.own.default], context, request);
  if (!pair.accepts('old', request) || !pair.accepts('new', request) || !('witness' in found)) return {};
  return found.witness?.claim === 'outcome' ? { witness: { ...found.witness, of: [...was, 'default'] } } : {};
}

/** Where a field stands in the contract of its host, following references; `undefined` where it stands in no one place. */
function pathTo(field: Field, named: Readonly<Record<string, JsonSchema>>): readonly string[] | undefined {
  if (!field.operation) return undefined;
  let at: readonly string[] = ['operations', field.operation.id, field.in, ...(field.in === 'body' ? ['schema'] : [])];
  let schema: Json | undefined = field.root;
  for (const name of [...field.path, undefined]) {
    const reference: string | undefined = isObject(schema) ? referenceOf(schema) : undefined;
    if (reference !== undefined) {
      at = ['schemas', reference];
      schema = named[reference];
    }
    if (name === undefined) return at;
    const steps: readonly string[] =
      name === 'items' ? ['items'] : name === '*' ? ['additionalProperties'] : ['properties', name];
    for (const step of steps) schema = isObject(schema) ? schema[step] : undefined;
    if (schema === undefined) return undefined;
    at = [...at, ...steps];
  }
  return at;
}

/** A request with a wrong value of a field, with the error that each release says it gets. */
export function errorProof(before: Field, after: Field, context: Context): Pick<Finding, 'witness'> {
  const { host, operation } = context;
  const [was, is] = host ? [pathTo(before, host.before.schemas), pathTo(after, host.after.schemas)] : [];
  if (!operation || !was || was.join() !== is?.join()) return {};
  const found = outcome([], [before.own.error, after.own.error], context);
  return 'witness' in found && found.witness?.claim === 'outcome'
    ? { witness: { ...found.witness, of: [...was, 'error'] } }
    : {};
}
