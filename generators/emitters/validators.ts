import type { Emitter } from '../emitter.ts';
import { closedSchemas, combinedSchemas } from '../json-schema/combine.ts';
import { referenceOf } from '../json-schema/walk.ts';
import type { HostView, JsonSchema, Model } from '../model/types.ts';
import { once } from '../once.ts';
import { createModule, type Module } from '../output/module.ts';
import { uniqueNames } from '../output/unique-names.ts';
import { catalogNames } from './typescript/catalog-names.ts';
import { foldersOf } from './typescript/folders.ts';
import { docstring } from './typescript/literal.ts';
import { camelCase, pascalCase } from './typescript/names.ts';
import { type Part, type PartPlan, planParts } from './typescript/parts.ts';
import { fields, isNamedType, type TypeScope, typeText } from './typescript/schema-type.ts';
import { type Variant, variantOn } from './typescript/variants.ts';
import { createFields, type Fields } from './validators/fields.ts';
import { countUses, extensionOf, formsOf } from './validators/forms.ts';
import { isSpelled } from './validators/objects.ts';
import { write } from './validators/write.ts';
import type { Writer } from './validators/writer.ts';

/** Emits the types and straight-line checks of requests, one module per area. */
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

/** The name of the type of a part of requests, and the module it stands in. */
export function typeOf(model: Model, plan: PartPlan): { name: string; path: string } {
  return { name: plan.type, path: `validators/${areasOf(model).owner(plan)}.ts` };
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
  readonly module: Module;
  readonly types: string[];
  readonly constants: Map<string, string>;
  readonly fields: Fields;
  readonly checks: string[];
  readonly name: (wanted: string) => string;
}

/** The modules of all areas: what two of them need is written in the first and imported by the other. */
class Areas {
  /** The check of each part of each operation, by its key. */
  readonly checks = new Map<string, { readonly name: string; readonly path: string }>();
  readonly #model: Model;
  readonly #areas = new Map<string, Area>();
  readonly #types = new Map<string, string>();
  readonly #functions = new Map<string, { readonly name: string; readonly area: string }>();
  readonly #uses: ReadonlyMap<string, number>;
  readonly #typeSchemas: Readonly<Record<string, JsonSchema>>;

  constructor(model: Model) {
    this.#model = model;
    this.#typeSchemas = combinedSchemas(model.hosts);
    this.#uses = countUses(model, this.#typeSchemas);
  }

  add(plan: PartPlan): void {
    this.#addType(plan);
    for (const { value: schema, views, suffix } of plan.forms) {
      const [view] = views;
      if (!view) continue;
      const root = referenceOf(schema);
      const { name, area } =
        root !== undefined && isNamedType(view.schemas[root])
          ? this.#named(root, view, plan.area, plan.part)
          : this.#own(schema, view, plan, suffix);
      this.checks.set(keyOf(plan, suffix), { name, path: `validators/${area}.ts` });
    }
  }

  /** The area that declares the type of a part. */
  owner({ type, area }: PartPlan): string {
    return this.#types.get(type) ?? area;
  }

  print() {
    return [...this.#areas.values()].map(({ module, types, constants, fields, checks }) => {
      const values = [...constants].map(([text, name]) => `const ${name} = ${text};`);
      return module.print([...types, values.join('\n'), ...fields.written(checks)].filter((text) => text).join('\n\n'));
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
    const module = createModule(`validators/${id}.ts`, 'validators', sources);
    const name = uniqueNames(['value', 'issues']);
    const area = { module, types: [], constants: new Map(), fields: createFields(module, name), checks: [], name };
    this.#areas.set(id, area);
    return area;
  }

  #typeScope(area: string): TypeScope {
    return { schemas: this.#typeSchemas, use: (name) => this.#type(name, area) };
  }

  #addType({ type, typeSchema, area }: PartPlan): void {
    if (referenceOf(typeSchema) === type) this.#declared(type, area);
    else this.#area(area).types.push(typeDeclaration(type, typeSchema, this.#typeScope(area)));
  }

  /** The type of a named schema for an area, which imports it from where it is declared. */
  #type(name: string, area: string): string {
    const owner = this.#declared(name, area);
    return owner === area ? name : this.#area(area).module.useType(name, `validators/${owner}.ts`);
  }

  /** The area that declares the type of a named schema: the first that needs it. */
  #declared(name: string, area: string): string {
    const owner = this.#types.get(name);
    if (owner !== undefined) return owner;
    this.#types.set(name, area);
    const text = typeDeclaration(name, this.#typeSchemas[name] ?? {}, this.#typeScope(area));
    this.#area(area).types.push(text);
    return area;
  }

  /** The function that checks a named schema as a host has it, for an area, which imports it from where it is written. */
  #check(schema: string, view: HostView, area: string): string {
    const found = this.#named(schema, view, area);
    return found.area === area ? found.name : this.#area(area).module.use(found.name, `validators/${found.area}.ts`);
  }

  /** The function that checks what only one part of one operation asks for. */
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
    plan: Pick<PartPlan, 'area' | 'type'> & { name: string; part?: Part; base?: string },
  ): void {
    const area = this.#area(plan.area);
    const writer = this.#writer(view, plan.area, area);
    const text = plan.part === 'query' || plan.part === 'params';
    const known = plan.base ? { type: 'object' } : { text, isWhole: true };
    const { lines, filled } = write(schema, 'value', { path: [], rule: '' }, writer, known);
    const check = area.module.useType('Check', '@tollwright/runtime/validation');
    const isNamed = isNamedType(this.#typeSchemas[plan.type]);
    const type = isNamed ? this.#type(plan.type, plan.area) : plan.part ? plan.type : 'unknown';
    const doc = `Checks a \`${plan.type}\`${filled ? ' and fills its defaults in' : ''}`;
    const on = this.#model.hosts.length > 1 && plan.base ? ` with the fields that only ${view.host.id} has` : '';
    const body = plan.base
      ? [`if (${writer.helper('isObject')}(value)) {`, ...lines, '}', `return ${plan.base}(value, issues);`]
      : returning(lines, filled);
    area.checks.push(
      `${docstring(`${doc}${on}.`)}\nexport const ${plan.name}: ${check}<${type}> = (value, issues) => {\n${body.join('\n')}\n};`,
    );
  }

  #writer(view: HostView, areaId: string, area: Area): Writer {
    const local = uniqueNames(['value', 'issues', ...reservedNames]);
    return {
      schemas: closedSchemas(view),
      helper: (name) =>
        area.module.use(name, `@tollwright/runtime/${valueHelpers.has(name) ? 'values' : 'validation'}`),
      hoist: (wanted, text) => {
        const known = area.constants.get(text);
        if (known) return known;
        const name = area.name(camelCase(wanted));
        area.constants.set(text, name);
        return name;
      },
      field: area.fields.place,
      named: (schema) => {
        const own = isNamedType(this.#typeSchemas[schema]) || (this.#uses.get(schema) ?? 0) > 1;
        return own ? this.#check(schema, view, areaId) : undefined;
      },
      catalog: (id) => area.module.use(catalogNames(this.#model, id, view).map, `catalogs/${id}.ts`),
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

/** The statements of a function that returns what it filled in. */
function returning(lines: readonly string[], filled: string | undefined): readonly string[] {
  if (filled === undefined) return lines;
  const [last = '', before] = [lines.at(-1), lines.slice(0, -1)];
  const found = new RegExp(`^(if \\(.*\\) )?${filled} = `, 's').exec(last);
  const isOnly = found && !new RegExp(`\\b${filled}\\b`).test([...before, last.slice(found[0].length)].join('\n'));
  if (!isOnly) return [`let ${filled}: unknown = value;`, ...lines, `return ${filled};`];
  const test = found[1] ?? '';
  return [...before, `${test}return ${last.slice(found[0].length)}`, ...(test ? ['return value;'] : [])];
}

function typeDeclaration(name: string, schema: JsonSchema, scope: TypeScope): string {
  const described = typeof schema.description === 'string' ? schema.description : undefined;
  const doc = described ? `${docstring(described)}\n` : '';
  if (isNamedType(schema)) return `${doc}export interface ${name} { ${fields(schema, scope).join(' ')} }`;
  return `${doc}export type ${name} = ${typeText(schema, scope)};`;
}
