import type { Emitter } from '../emitter.ts';
import { closedSchemas, combinedSchemas } from '../json-schema/combine.ts';
import { propertiesOf, referenceOf, referencesOf } from '../json-schema/walk.ts';
import type { HostView, JsonSchema, Model } from '../model/types.ts';
import { createModule, type Module } from '../output/module.ts';
import { catalogNames } from './typescript/catalog-names.ts';
import { foldersOf } from './typescript/folders.ts';
import { docstring } from './typescript/literal.ts';
import { camelCase, uniqueNames } from './typescript/names.ts';
import { closure, type Part, type PartPlan, planParts } from './typescript/parts.ts';
import { fields, isNamedType, type TypeScope, typeText } from './typescript/schema-type.ts';
import { type Variant, variantOn, variants } from './typescript/variants.ts';
import { isSpelled } from './validators/objects.ts';
import { write } from './validators/write.ts';
import { fills, type Writer } from './validators/writer.ts';

/** Emits the types and straight-line validators of requests, one module per area. */
export const validators: Emitter = {
  name: 'validators',
  emit(model) {
    const areas = new Areas(model);
    for (const plans of planParts(model).values()) for (const plan of plans) areas.add(plan);
    return areas.print();
  },
};

/** Helpers that live beside the readers of JSON values; all others are in the validators' own module. */
const valueHelpers = new Set(['isRecord', 'equal', 'wholeKey']);

/** One area's module while it is written. */
interface Area {
  readonly module: Module;
  readonly types: string[];
  readonly constants: Map<string, string>;
  readonly checks: string[];
  readonly validators: string[];
  readonly name: (wanted: string) => string;
}

/** The modules of all areas: what two of them need is written in the first and imported by the other. */
class Areas {
  readonly #model: Model;
  readonly #areas = new Map<string, Area>();
  readonly #types = new Map<string, string>();
  readonly #checks = new Map<string, string>();
  readonly #uses: ReadonlyMap<string, number>;
  readonly #typeSchemas: Readonly<Record<string, JsonSchema>>;

  constructor(model: Model) {
    this.#model = model;
    this.#typeSchemas = combinedSchemas(model.hosts);
    this.#uses = countUses(model, this.#typeSchemas);
  }

  add(plan: PartPlan): void {
    const area = this.#area(plan.area);
    this.#addType(plan);
    for (const { value: schema, views, suffix } of plan.forms) {
      const [view] = views;
      if (!view) continue;
      const root = referenceOf(schema);
      const check =
        root !== undefined && isNamedType(view.schemas[root])
          ? this.#named(root, view, plan.area, plan.part)
          : this.#written(camelCase(plan.type) + suffix, schema, view, plan);
      const validator = area.module.use('validator', '#runtime/validation.ts');
      const doc = docstring(
        `Checks ${words[plan.part]} of \`${plan.operation}\`${suffix && ` on ${views.map(({ host }) => host.id).join(', ')}`}.`,
      );
      const made = `${validator}<${plan.type}>(${check}, ${JSON.stringify(plan.operation)})`;
      area.validators.push(`${doc}\nexport const ${plan.validator}${suffix} = ${made};`);
    }
  }

  print() {
    return [...this.#areas.values()].map(({ module, types, constants, checks, validators }) => {
      const values = [...constants].map(([text, name]) => `const ${name} = ${text};`);
      return module.print([...types, values.join('\n'), ...checks, ...validators].filter((text) => text).join('\n\n'));
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
    const area = { module, types: [], constants: new Map(), checks: [], validators: [], name };
    this.#areas.set(id, area);
    return area;
  }

  #typeScope(area: string): TypeScope {
    return { schemas: this.#typeSchemas, use: (name) => this.#type(name, area) };
  }

  #addType({ type, typeSchema, area }: PartPlan): void {
    if (referenceOf(typeSchema) === type) this.#type(type, area);
    else this.#area(area).types.push(typeDeclaration(type, typeSchema, this.#typeScope(area)));
  }

  #type(name: string, area: string): string {
    const owner = this.#types.get(name);
    if (owner !== undefined)
      return owner === area ? name : this.#area(area).module.useType(name, `validators/${owner}.ts`);
    this.#types.set(name, area);
    const text = typeDeclaration(name, this.#typeSchemas[name] ?? {}, this.#typeScope(area));
    this.#area(area).types.push(text);
    return name;
  }

  /** The function that checks a named schema as a host has it; written where it is first needed. */
  #named(schema: string, view: HostView, area: string, part: Part = 'body'): string {
    const forms = formsOf(this.#model, schema);
    const form = variantOn(forms, view);
    const spelled = part !== 'body' && form !== undefined && isSpelled(form.value, closedSchemas(view));
    const name = `${camelCase(schema)}${form?.suffix ?? ''}${spelled ? 'InTexts' : ''}`;
    const owner = this.#checks.get(name);
    if (owner !== undefined) return owner === area ? name : this.#area(area).module.use(name, `validators/${owner}.ts`);
    this.#checks.set(name, area);
    if (spelled) return this.#written(name, form.value, view, { area, type: schema, part });
    const extended = form && extensionOf(form, forms);
    const base = extended?.base.views[0] && this.#named(schema, extended.base.views[0], area);
    if (base) return this.#written(name, extended.extra, view, { area, type: schema, base });
    return this.#written(name, form?.value ?? {}, view, { area, type: schema });
  }

  #written(
    wanted: string,
    schema: JsonSchema,
    view: HostView,
    plan: Pick<PartPlan, 'area' | 'type'> & { part?: Part; base?: string },
  ): string {
    const area = this.#area(plan.area);
    const name = area.name(wanted);
    const writer = this.#writer(view, plan.area, area);
    const known = plan.base ? { type: 'object' } : { text: plan.part === 'query' || plan.part === 'params' };
    const { lines, filled } = write(schema, 'value', { path: [], rule: '' }, writer, known);
    const issue = area.module.useType('Issue', '#runtime/operation.ts');
    const head = `export function ${name}(value: unknown, issues: ${issue}[]): `;
    const doc = `Checks a \`${plan.type}\`${filled ? ' and fills its defaults in' : ''}`;
    const on = this.#model.hosts.length > 1 && plan.base ? ` with the fields that only ${view.host.id} has` : '';
    const body = plan.base
      ? `unknown {\nif (${writer.helper('isRecord')}(value)) {\n${lines.join('\n')}\n}\nreturn ${plan.base}(value, issues);\n}`
      : filled
        ? `unknown {\nlet ${filled}: unknown = value;\n${lines.join('\n')}\nreturn ${filled};\n}`
        : `void {\n${lines.join('\n')}\n}`;
    area.checks.push(`${docstring(`${doc}${on}.`)}\n${head}${body}`);
    return name;
  }

  #writer(view: HostView, areaId: string, area: Area): Writer {
    const local = uniqueNames(['value', 'issues', ...reservedNames]);
    return {
      schemas: closedSchemas(view),
      helper: (name) => area.module.use(name, `#runtime/${valueHelpers.has(name) ? 'values' : 'validation'}.ts`),
      hoist: (wanted, text) => {
        const known = area.constants.get(text);
        if (known) return known;
        const name = area.name(camelCase(wanted));
        area.constants.set(text, name);
        return name;
      },
      named: (schema) => {
        const own = isNamedType(this.#typeSchemas[schema]) || (this.#uses.get(schema) ?? 0) > 1;
        return own ? this.#named(schema, view, areaId) : undefined;
      },
      catalog: (id) => area.module.use(catalogNames(this.#model, id, view).map, `catalogs/${id}.ts`),
      local,
    };
  }
}

const words = { body: 'the body', query: 'the query', params: 'the path parameters' } as const;

const reservedNames = [
  ...[
    'validator',
    'report',
    'refuse',
    'passes',
    'fill',
    'own',
    'isRecord',
    'equal',
    'isShorter',
    'isLonger',
    'isMultipleOf',
  ],
  ...['areDistinct', 'readInteger', 'readNumber', 'readBoolean', 'readList', 'hasFormat'],
];

function typeDeclaration(name: string, schema: JsonSchema, scope: TypeScope): string {
  const described = typeof schema.description === 'string' ? schema.description : undefined;
  const doc = described ? `${docstring(described)}\n` : '';
  if (isNamedType(schema)) return `${doc}export interface ${name} { ${fields(schema, scope).join(' ')} }`;
  return `${doc}export type ${name} = ${typeText(schema, scope)};`;
}

/** The forms that a named schema has on the hosts. */
function formsOf({ hosts }: Model, schema: string): Variant<JsonSchema>[] {
  const found = hosts.flatMap((view) => {
    const value = closedSchemas(view)[schema];
    return value ? [{ view, value }] : [];
  });
  return variants(found, closure);
}

/** A form that another form only adds optional fields to is checked by that form, and the fields on their own. */
function extensionOf(form: Variant<JsonSchema>, forms: readonly Variant<JsonSchema>[]) {
  for (const base of forms) {
    const [view, baseView] = [form.views[0], base.views[0]];
    if (base === form || !view || !baseView) continue;
    const shared = new Map(propertiesOf(base.value));
    const extra = propertiesOf(form.value).filter(([name]) => !shared.has(name));
    const kept = {
      ...form.value,
      properties: Object.fromEntries(propertiesOf(form.value).filter(([name]) => shared.has(name))),
    };
    const schema = { properties: Object.fromEntries(extra) };
    if (closure(kept, view) !== closure(base.value, baseView) || fills(schema, view.schemas)) continue;
    if (form.value.additionalProperties !== false) return { base, extra: schema };
  }
  return undefined;
}

/** How many named schemas and request parts name each schema; those named once are checked where they stand. */
function countUses(model: Model, schemas: Readonly<Record<string, JsonSchema>>): Map<string, number> {
  const roots = [...planParts(model).values()].flat().map(({ typeSchema }) => typeSchema);
  const uses = new Map<string, number>();
  const count = (schema: JsonSchema) => {
    for (const name of referencesOf(schema)) {
      const target = schemas[name] ?? {};
      const complex =
        ['object', 'array'].includes(String(target.type)) || target.anyOf !== undefined || target.oneOf !== undefined;
      const before = uses.get(name);
      uses.set(name, complex ? (before ?? 0) + 1 : 0);
      if (before === undefined) count(target);
    }
  };
  for (const root of roots) count(root);
  return uses;
}
