import { propertiesOf, referenceOf } from '../../json-schema/walk.ts';
import type { HostView, JsonSchema, Model, Operation } from '../../model/types.ts';
import type { Module } from '../../output/module.ts';
import { literal } from '../typescript/literal.ts';
import { type PartPlan, parts } from '../typescript/parts.ts';
import { type Placed, type Variant, variantOn, variants } from '../typescript/variants.ts';
import { predicate } from './condition.ts';

/** The types of an operation's body, query and parameters as type arguments, as short as can be: `<SearchRequest>`. */
export function typeArguments(plans: readonly PartPlan[], module: Module, missing: string): string {
  const names = parts.map((part) => {
    const plan = plans.find((each) => each.part === part);
    return plan && module.useType(plan.type, `validators/${plan.area}.ts`);
  });
  while (names.length > 0 && names.at(-1) === undefined) names.pop();
  return names.length === 0 ? '' : `<${names.map((name) => name ?? missing).join(', ')}>`;
}

/** The forms that an operation's definition has on the hosts: those whose validators and streams are the same. */
export function definitionForms(plans: readonly PartPlan[], placed: readonly Placed[]): Variant<Operation>[] {
  const validators = (view: HostView) => plans.map((plan) => variantOn(plan.forms, view)?.suffix);
  return variants(placed, (operation, view) => {
    const { body, stream, summary } = operation;
    return JSON.stringify([validators(view), body?.contentTypes, stream?.when.text, summary]);
  });
}

/** The text of an operation's definition. */
export function definitionText(
  model: Model,
  { value: operation, views }: Variant<Operation>,
  plans: readonly PartPlan[],
  placed: readonly Placed[],
  module: Module,
  input: string,
): string {
  const [view] = views;
  if (!view) throw new Error('An operation has a form on no host.');
  const { id, area, summary, method, body, stream, closed } = operation;
  const payment = placed.find(({ value }) => value.payment)?.value.payment;
  const validators = plans.flatMap((plan) => {
    const form = variantOn(plan.forms, view);
    return form ? [`${plan.part}: ${module.use(plan.validator + form.suffix, `validators/${plan.area}.ts`)}`] : [];
  });
  const fields = [
    literal({ id, area, summary, method }).slice(2, -2),
    ...validators,
    `contentTypes: ${literal(body?.contentTypes ?? [])}`,
    ...formFieldsOf(operation, view),
    `settles: ${literal(payment?.settles ?? 'never')}`,
    ...(payment?.inline === undefined ? [] : [`inlineWindow: ${payment.inline}`]),
    ...(closed ? [`closed: ${literal(closed)}`] : []),
    ...(stream ? [`streams: ${predicate({ must: stream.when }, model, view, operation, module, input)}`] : []),
  ];
  return `{ ${fields.join(', ')} }`;
}

/** The fields of a body that may come as a form and that are no texts, where there are any. */
function formFieldsOf({ body }: Operation, { schemas }: HostView): string[] {
  if (!body?.contentTypes.includes('multipart/form-data')) return [];
  const follow = (schema: JsonSchema): JsonSchema => {
    const name = referenceOf(schema);
    return name === undefined ? schema : follow(schemas[name] ?? {});
  };
  const fields = propertiesOf(follow(body.schema)).flatMap(([name, property]) => {
    const { type } = follow(property);
    return type === 'integer' || type === 'number' || type === 'boolean' ? [[name, type] as const] : [];
  });
  return [`formFields: ${literal(Object.fromEntries(fields))}`];
}
