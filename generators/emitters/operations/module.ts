import type { EmittedFile } from '../../emitter.ts';
import type { Condition, HostView, Model, Operation } from '../../model/types.ts';
import { once } from '../../once.ts';
import { createModule, type Module } from '../../output/module.ts';
import { sourcesOf } from '../../output/sources.ts';
import { quoteBody } from '../prices/quote.ts';
import { inputPattern } from '../typescript/formula-scope.ts';
import { docstring, literal, sentence } from '../typescript/literal.ts';
import { camelCase, uniqueNames } from '../typescript/names.ts';
import { type PartPlan, planParts } from '../typescript/parts.ts';
import { type Placed, type Variant, variantOn, variants } from '../typescript/variants.ts';
import { conditionText } from './condition.ts';
import { definitionForms, definitionText, typeArguments } from './definition.ts';

/** Writes the module of one operation: its definition, its rules across fields, and how each kind of host serves it. */
export function operationModule(
  model: Model,
  id: string,
  placed: readonly Placed[],
  plans: readonly PartPlan[],
): EmittedFile {
  const writer = new OperationModule(model, id, placed, plans);
  return writer.print();
}

/** The names that an operation's module exports on a host, and where it stands. */
export function operationNames(model: Model, id: string, placed: readonly Placed[], view: HostView) {
  const area = placed[0]?.value.area ?? '';
  const routes = routeForms(model, placed);
  return {
    path: `operations/${area}/${id}.ts`,
    route: `${camelCase(id)}Route${variantOn(routes, view)?.suffix ?? ''}`,
  };
}

/** The ways in which hosts serve an operation, apart from the path. */
export function routeForms(model: Model, placed: readonly Placed[]): readonly Variant<Operation>[] {
  return allRoutes(model)(placed);
}

const allRoutes = once((model: Model) => once((placed: readonly Placed[]) => planRoutes(model, placed)));

function planRoutes(model: Model, placed: readonly Placed[]): Variant<Operation>[] {
  const plans = planParts(model).get(placed[0]?.value.id ?? '') ?? [];
  const definitions = definitionForms(plans, placed);
  return variants(placed, (operation, view) => {
    const quote = quoteBody(model, { view, operation }, createModule('', '', []));
    const conditions = enforced(operation).map((condition) => formOf(condition));
    const form = variantOn(definitions, view)?.suffix;
    return JSON.stringify([form, operation.auth, conditions, quote, operation.payment?.window, rest(view, operation)]);
  });
}

/** The rules that servers enforce: what the documents do not show is left to the handler. */
function enforced({ conditions }: Operation): readonly Condition[] {
  return conditions.filter(({ status }) => status !== 'unknown');
}

function formOf({ id, when, must, error, names, summary }: Condition): unknown {
  return [id, when?.text, must.text, error, names, summary];
}

/** Limits and errors of a route. */
function rest(view: HostView, operation: Operation) {
  const limits = view.limits.filter(({ operations }) => operations.includes(operation.id)).map(({ id }) => id);
  const errors = operation.errors.flatMap((id) => {
    const role = view.errors[id]?.role;
    return role === undefined || role === id ? [] : [[role, id] as const];
  });
  return { limits, errors: Object.fromEntries(errors) };
}

class OperationModule {
  readonly #model: Model;
  readonly #id: string;
  readonly #placed: readonly Placed[];
  readonly #plans: readonly PartPlan[];
  readonly #module: Module;
  readonly #name: (wanted: string) => string;

  constructor(model: Model, id: string, placed: readonly Placed[], plans: readonly PartPlan[]) {
    this.#model = model;
    this.#id = id;
    this.#placed = placed;
    this.#plans = plans;
    const area = placed[0]?.value.area ?? '';
    this.#module = createModule(`operations/${area}/${id}.ts`, 'operations', sourcesOf(model, [`operation/${id}`]));
    const routes = routeForms(model, placed).map(({ suffix }) => `${camelCase(id)}Route${suffix}`);
    this.#name = uniqueNames([
      ...routes,
      ...definitionForms(plans, placed).map(({ suffix }) => camelCase(id) + suffix),
    ]);
  }

  print(): EmittedFile {
    const definitions = definitionForms(this.#plans, this.#placed);
    const conditions = this.#conditions();
    const texts = [
      ...definitions.map((form) => this.#definition(form)),
      ...[...conditions.values()].map(({ text }) => text),
      ...routeForms(this.#model, this.#placed).map((form) => this.#route(form, definitions, conditions)),
    ];
    return this.#module.print(texts.join('\n\n'));
  }

  #input(): string {
    const input = this.#module.useType('Input', '#runtime/operation.ts');
    return `${input}${typeArguments(this.#plans, this.#module, 'unknown')}`;
  }

  #definition(form: Variant<Operation>): string {
    const { value, suffix } = form;
    const type = this.#module.useType('OperationDefinition', '#runtime/operation.ts');
    const input = value.stream ? this.#input() : '';
    const text = definitionText(this.#model, form, this.#plans, this.#placed, this.#module, input);
    const types = typeArguments(this.#plans, this.#module, 'unknown');
    const doc = suffix ? `\`${this.#id}\` on ${hostsOf(form)}.` : this.#description(value);
    return `${suffix ? docstring(doc) : doc}\nexport const ${camelCase(this.#id)}${suffix}: ${type}${types} = ${text};`;
  }

  #description(operation: Operation): string {
    const ways = new Map<string, HostView[]>();
    for (const { view, value } of this.#placed) {
      const way = `\`${value.method} ${value.path}\`, ${costOf(value)}`;
      ways.set(way, [...(ways.get(way) ?? []), view]);
    }
    const lines = [...ways].map(([way, views]) => `${views.map(({ host }) => host.id).join(', ')}: ${way}.`);
    const statements = operation.from.length > 0 ? `Statements: ${operation.from.join(', ')}.` : undefined;
    return docstring(
      sentence(operation.summary),
      operation.description && sentence(operation.description),
      lines.join('\n'),
      statements,
    );
  }

  /** Rules across fields by their form; hosts that share a form share the constant. */
  #conditions(): Map<string, { name: string; text: string }> {
    const found = new Map<string, { name: string; text: string }>();
    for (const { view, value } of this.#placed) {
      for (const condition of enforced(value)) {
        const input = this.#input();
        const text = conditionText(condition, this.#model, view, value, this.#module, input);
        if (found.has(text)) continue;
        const name = this.#name(camelCase(condition.id.split('.').at(-1) ?? ''));
        const type = this.#module.useType('CompiledCondition', '#runtime/operation.ts');
        const doc = docstring(
          sentence(condition.summary),
          condition.from.length > 0 ? `Statements: ${condition.from.join(', ')}.` : undefined,
        );
        found.set(text, { name, text: `${doc}\nexport const ${name}: ${type} = ${text};` });
      }
    }
    return found;
  }

  #route(
    form: Variant<Operation>,
    definitions: readonly Variant<Operation>[],
    conditions: ReadonlyMap<string, { name: string }>,
  ): string {
    const { value: operation, views, suffix } = form;
    const [view] = views;
    if (!view) throw new Error('An operation is routed on no host.');
    const definition = `${camelCase(this.#id)}${variantOn(definitions, view)?.suffix ?? ''}`;
    const rules = enforced(operation).flatMap(
      (condition) =>
        conditions.get(conditionText(condition, this.#model, view, operation, this.#module, this.#input()))?.name ?? [],
    );
    const { limits, errors } = rest(view, operation);
    const window = operation.payment?.window;
    const fields = [
      `operation: ${definition}`,
      `auth: ${literal(operation.auth)}`,
      `conditions: [${rules.join(', ')}]`,
      ...this.#price(view, operation),
      ...(window === undefined ? [] : [`window: ${window}`]),
      `limits: ${literal(limits)}`,
      `errors: ${literal(errors)}`,
    ];
    const route = this.#module.useType('Route', '#runtime/operation.ts');
    const doc = docstring(
      `How ${hostsOf(form)} ${views.length === 1 ? 'serves' : 'serve'} it; the host gives the path.`,
    );
    return `${doc}\nexport const ${camelCase(this.#id)}Route${suffix}: Omit<${route}, 'path'> = { ${fields.join(', ')} };`;
  }

  #price(view: HostView, operation: Operation): string[] {
    const body = quoteBody(this.#model, { view, operation }, this.#module);
    const price = operation.price && view.prices[operation.price.id];
    if (body === undefined || !price) return [];
    const pattern = inputPattern(body);
    if (price.kind === 'quoted')
      return [`quote: (${pattern === '{  }' ? '' : `${pattern}: ${this.#input()}`}) => ${body}`];
    const metered = this.#module.useType('Metered', '#runtime/operation.ts');
    return [`meter: (${pattern}: ${metered}${typeArguments(this.#plans, this.#module, 'unknown')}) => ${body}`];
  }
}

function hostsOf({ views }: Variant<unknown>): string {
  return views.map(({ host }) => `\`${host.id}\``).join(', ');
}

function costOf({ auth, price, closed }: Operation): string {
  if (closed) return `closed by \`${closed}\``;
  if (price) return `priced by \`${price.id}\``;
  return auth === 'none' ? 'free' : auth === 'key' ? 'free with a key' : 'free with a wallet';
}
