import { once } from '../common/once.ts';
import { closedSchemas, combinedSchemas } from '../json-schema/combine.ts';
import { referenceOf } from '../json-schema/walk.ts';
import type { HostView, JsonSchema, Model } from '../model/types.ts';
import { type Code, code, join, symbol, typeSymbol, variable } from '../output/code.ts';
import { type ModuleHead, printModule } from '../output/module.ts';
import { foldersOf } from '../output/sources.ts';
import { uniqueNames } from '../output/unique-names.ts';
import type { Emitter } from './emitter.ts';
import { requestType } from './types/requests.ts';
import { catalogNames, listingOf } from './typescript/catalog-names.ts';
import { docstring } from './typescript/literal.ts';
import { camelCase, pascalCase } from './typescript/names.ts';
import { isNamedType, type Part, type PartPlan, planParts } from './typescript/parts.ts';
import { type Variant, variantOn } from './typescript/variants.ts';
import { fieldCheck } from './validators/fields.ts';
import { countUses, extensionOf, formsOf } from './validators/forms.ts';
import { isSpelled } from './validators/objects.ts';
import { block } from './validators/statement.ts';
import { write } from './validators/write.ts';
import { returning, type Writer } from './validators/writer.ts';

/** Emits the straight-line checks of requests, one module per area. */
export const validators: Emitter = {
  name: 'validators',
  emit: (model) => areasOf(model).print(),
};

/** The name of the function that checks a part of requests, and the module it stands in. */
export function checkOf(model: Model, plan: PartPlan, { suffix }: Variant<JsonSchema>): { name: string; path: string } {
  const found = areasOf(model).checks.get(keyOf(plan, suffix));
  if (!found) throw new Error(`Nothing checks the ${plan.part} of ${plan.operation}.`);
  return found;
}

function pathOf(area: string): string {
  return `validators/${area}.ts`;
}

const areasOf = once((model: Model) => {
  const areas = new Areas(model);
  for (const plans of planParts(model).values()) for (const plan of plans) areas.add(plan);
  return areas;
});

function keyOf({ operation, part }: PartPlan, suffix: string): string {
  return `${operation} ${part}${suffix}`;
}

/** Helpers that live beside the readers of JSON values; all others are in the validators' own module. */
const valueHelpers = new Set(['isObject', 'equal', 'wholeKey']);

/** One area's module while it is written. */
interface Area {
  readonly head: ModuleHead;
  /** Names of constants by their values. */
  readonly constants: Map<string, string>;
  readonly checks: Code[];
  readonly name: (wanted: string) => string;
}

/** The modules of all areas: what two of them need is written in the first and imported by the other. */
class Areas {
  /** The check of each part of each operation, by its key. */
  readonly checks = new Map<string, { readonly name: string; readonly path: string }>();
  readonly #model: Model;
  readonly #areas = new Map<string, Area>();
  readonly #functions = new Map<string, { readonly name: string; readonly area: string }>();
  readonly #uses: ReadonlyMap<string, number>;
  readonly #typeSchemas: Readonly<Record<string, JsonSchema>>;

  constructor(model: Model) {
    this.#model = model;
    this.#typeSchemas = combinedSchemas(model.hosts);
    this.#uses = countUses(model, this.#typeSchemas);
  }

  add(plan: PartPlan): void {
    for (const { value: schema, views, suffix } of plan.forms) {
      const [view] = views;
      if (!view) continue;
      const root = referenceOf(schema);
      const { name, area } =
        root !== undefined && isNamedType(view.schemas[root])
          ? this.#named(root, view, plan.area, plan.part)
          : this.#own(schema, view, plan, suffix);
      this.checks.set(keyOf(plan, suffix), { name, path: pathOf(area) });
    }
  }

  print() {
    return [...this.#areas.values()].map(({ head, constants, checks }) => {
      const values = [...constants].map(([value, name]) => code`const ${variable(name)} = ${value};`);
      return printModule(head, checks, values.length > 0 ? [join(values, '\n')] : []);
    });
  }

  #area(id: string): Area {
    const known = this.#areas.get(id);
    if (known) return known;
    const owned = this.#model.hosts.flatMap(({ operations }) => operations.filter(({ area }) => area === id));
    const sources = foldersOf(
      this.#model,
      owned.map((operation) => `operation/${operation.id}`),
    );
    const name = uniqueNames(['value', 'issues']);
    const head = { path: pathOf(id), emitter: 'validators', sources };
    const area = { head, constants: new Map(), checks: [], name };
    this.#areas.set(id, area);
    return area;
  }

  /** The function that checks a named schema as a host has it. */
  #check(schema: string, view: HostView, area: string): Code {
    const found = this.#named(schema, view, area);
    return symbol(found.name, pathOf(found.area));
  }

  /** The function that checks a schema which only one part of one operation uses. */
  #own(schema: JsonSchema, view: HostView, plan: PartPlan, suffix: string) {
    const name = this.#area(plan.area).name(`check${pascalCase(plan.type + suffix)}`);
    this.#write(schema, view, { area: plan.area, type: plan.type, part: plan.part, name });
    return { name, area: plan.area };
  }

  /** Where the function stands that checks a named schema as a host has it: in the first area that needs it. */
  #named(schema: string, view: HostView, area: string, part: Part = 'body') {
    const forms = formsOf(this.#model, schema);
    const form = variantOn(forms, view);
    const spelled = part !== 'body' && form !== undefined && isSpelled(form.value, closedSchemas(view));
    const wanted = `${schema}${form?.suffix ?? ''}${spelled ? 'InTexts' : ''}`;
    const known = this.#functions.get(wanted);
    if (known) return known;
    const found = { name: this.#area(area).name(`check${pascalCase(wanted)}`), area };
    this.#functions.set(wanted, found);
    const plan = { area, type: schema, name: found.name };
    const extended = form && !spelled ? extensionOf(form, forms) : undefined;
    const base = extended?.base.views[0] && this.#check(schema, extended.base.views[0], area);
    if (base) this.#write(extended.extra, view, { ...plan, base });
    else this.#write(form?.value ?? {}, view, { ...plan, ...(spelled && { part }) });
    return found;
  }

  #write(
    schema: JsonSchema,
    view: HostView,
    plan: Pick<PartPlan, 'area' | 'type'> & { name: string; part?: Part; base?: Code },
  ): void {
    const area = this.#area(plan.area);
    const writer = this.#writer(view, plan.area, area);
    const text = plan.part !== undefined && plan.part !== 'body';
    const known = plan.base ? { type: 'object' } : { text, isWhole: true };
    const written = write(schema, variable('value'), { path: [], rule: '' }, writer, known);
    const check = typeSymbol('Check', '@tollwright/runtime/validation/validator');
    const isNamed = isNamedType(this.#typeSchemas[plan.type]);
    const type = isNamed || plan.part ? requestType(plan.type) : 'unknown';
    const doc = `Checks a \`${plan.type}\`${written.filled ? ' and fills its defaults in' : ''}`;
    const on = this.#model.hosts.length > 1 && plan.base ? ` with the fields that only ${view.host.id} has` : '';
    const body = plan.base
      ? [
          block(code`if (${writer.helper('isObject')}(value))`, written.lines),
          code`return ${plan.base}(value, issues);`,
        ]
      : returning(written, variable('value'));
    const declared = code`export const ${variable(plan.name)}: ${check}<${type}>`;
    area.checks.push(code`${docstring(`${doc}${on}.`)}\n${block(code`${declared} = (value, issues) =>`, body)};`);
  }

  #writer(view: HostView, areaId: string, area: Area): Writer {
    const local = uniqueNames(['value', 'issues', ...reservedNames]);
    return {
      schemas: closedSchemas(view),
      helper: (name) =>
        symbol(name, `@tollwright/runtime/${valueHelpers.has(name) ? 'values/json' : 'validation/validator'}`),
      hoist: (wanted, value) => {
        const name = area.constants.get(value) ?? area.name(camelCase(wanted));
        area.constants.set(value, name);
        return variable(name);
      },
      field: fieldCheck,
      named: (schema) => {
        const own = isNamedType(this.#typeSchemas[schema]) || (this.#uses.get(schema) ?? 0) > 1;
        return own ? this.#check(schema, view, areaId) : undefined;
      },
      catalog: (id) => symbol(catalogNames(this.#model, id, view).map, `catalogs/${id}.ts`),
      listing: (id) => listingOf(view, id),
      lists: (error) => typeof error === 'string' && view.errors[error]?.lists === true,
      local,
    };
  }
}

const reservedNames = [
  ...[
    'report',
    'refuse',
    'move',
    'passes',
    'formOf',
    'together',
    'fill',
    'own',
    'isObject',
    'isInteger',
    'equal',
    'wholeKey',
    'isShorter',
    'isLonger',
    'isMultipleOf',
  ],
  ...['areDistinct', 'readInteger', 'readNumber', 'readBoolean', 'readList', 'hasFormat'],
];
