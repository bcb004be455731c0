import type { Validator } from '@tollwright/runtime/validation/issue';
import { validator } from '@tollwright/runtime/validation/validator';
import { emitWith } from '../../emit.ts';
import type { Body, JsonSchema, Model } from '../../model/types.ts';
import { catalogs } from '../catalogs.ts';
import { type PartPlan, planParts } from '../typescript/parts.ts';
import { checkOf, validators } from '../validators.ts';
import { importer } from './emitted.ts';

/** The validator of a schema that takes the place of the first operation's. */
export async function validatorOf(model: Model, schema: JsonSchema, part: 'body' | 'query' = 'body') {
  const [view] = model.hosts.filter(({ operations }) => operations.some(({ body }) => body));
  const operation = view?.operations.find(({ body }) => body);
  if (!view || !operation?.body) throw new Error('No operation has a body.');
  const body: Body = { ...operation.body, schema, unknownKeys: 'ignored' };
  const changed = part === 'body' ? { ...operation, body } : { ...operation, query: schema };
  const small: Model = { ...model, hosts: [{ ...view, operations: [changed] }] };
  const plan = planParts(small)
    .get(operation.id)
    ?.find((each) => each.part === part);
  const [form] = plan?.forms ?? [];
  if (!plan || !form) throw new Error('The schema is not planned.');
  const load = await importer(await emitWith([catalogs, validators], small));
  const { name, path } = checkOf(small, plan, form);
  return validatorIn(await load(path), name, plan);
}

/** The validator that a module has under a name. */
export function validatorIn(module: object, name: string, { operation }: PartPlan): Validator<unknown> {
  const found: unknown = Reflect.get(module, name);
  if (typeof found !== 'function') throw new Error(`No check ${name}.`);
  return validator((value, issues) => found(value, issues), operation);
}
