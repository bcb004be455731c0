import type { SchemaSource } from '../../language/json-schema.ts';
import { kebab } from '../names.ts';
import { isMap, listOf, union } from '../provenance.ts';
import { schemaOn } from '../schema-on.ts';
import type { Provenance, Rule, Status } from '../types.ts';
import { schemaName } from '../view/schema.ts';
import type { RuledHost } from './rule.ts';
import { alternatives, sentence } from './sentences.ts';

/** A rule about one value: one keyword of its schema. */
export type SchemaRule = Pick<Rule, 'id' | 'from' | 'status' | 'summary' | 'error'> & {
  readonly schema: NonNullable<Rule['schema']>;
};

/** Where a schema is used. */
export interface SchemaSite {
  /** First part of the rule ids: `search` or `search.response`. */
  readonly prefix: string;
  readonly part: NonNullable<Rule['schema']>['in'];
  readonly status?: number;
  /** Name of the whole value in sentences: `the body`. */
  readonly whole: string;
  /** Provenance of what has none of its own. */
  readonly fallback: Provenance;
}

interface Visit {
  readonly schema: string | SchemaSource;
  readonly path: readonly string[];
  readonly subject: string;
  readonly inherited: Provenance;
  /** The schema that refers to this one; its statements hold for keywords that have none of their own. */
  readonly referrer?: SchemaSource;
  /** Schemas that are being visited, so that a recursive one ends. */
  readonly within: readonly string[];
}

const texts: ReadonlySet<string> = new Set(['params', 'query', 'headers']);

/** Finds the rules in a schema: one for each keyword of each value. */
export class SchemaRules {
  readonly #host: RuledHost;

  constructor(host: RuledHost) {
    this.#host = host;
  }

  of(schema: string | SchemaSource, site: SchemaSite, path: readonly string[] = []): SchemaRule[] {
    const subject = path.length > 0 ? `\`${path.at(-1)}\`` : site.whole;
    const all: SchemaRule[] = [];
    this.#visit({ schema, path, subject, inherited: site.fallback, within: [] }, site, all);
    const found = new Map<string, SchemaRule>();
    for (const rule of all) {
      const earlier = found.get(rule.id);
      found.set(rule.id, earlier ? join(earlier, rule) : rule);
    }
    return [...found.values()];
  }

  #visit(visit: Visit, site: SchemaSite, found: SchemaRule[]): void {
    if (typeof visit.schema === 'string') {
      this.#refer(visit.schema, visit, site, found);
      return;
    }
    const schema = this.#onHost(visit.schema);
    const { path, subject, within, referrer } = visit;
    const inherited = inheritedBy(schema, visit.inherited);
    const error = schema.error;

    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'required' || value === undefined) continue;
      // What stands in a URL or a header is always text.
      if (keyword === 'type' && value === 'string' && texts.has(site.part)) continue;
      if (keyword === 'default' && site.part !== 'body' && site.part !== 'query') continue;
      const summary = sentence(keyword, value, subject);
      if (summary === undefined) continue;
      const outer = referrer ? provenanceFor(referrer, keyword, inherited) : inherited;
      const provenance = provenanceFor(schema, keyword, outer);
      const inner = alternatives.has(keyword as keyof SchemaSource) ? statementsIn(value) : [];
      const own = { ...provenance, from: inner.length > 0 ? inner : provenance.from };
      const whole =
        keyword === 'anyOf' || keyword === 'oneOf'
          ? this.#withForms(schema[keyword] ?? [], own, visit, site, found)
          : own;
      found.push(rule(site, path, keyword, summary, whole, keyword === 'catalog' ? error : undefined));
    }

    if (schema.$ref) this.#refer(schema.$ref, { ...visit, inherited, referrer: schema }, site, found);
    for (const part of [...(schema.allOf ?? []), schema.then, schema.else]) {
      if (part) this.#visit({ schema: part, path, subject, inherited, within }, site, found);
    }
    this.#children(schema, { ...visit, inherited }, site, found);
  }

  /** The provenance of a choice of forms, including the statements about the parts of each; defaults have their own rules. */
  #withForms(
    forms: readonly SchemaSource[],
    own: Provenance,
    visit: Visit,
    site: SchemaSite,
    found: SchemaRule[],
  ): Provenance {
    const parts: SchemaRule[] = [];
    for (const schema of forms) this.#visit({ ...visit, schema, inherited: own }, site, parts);
    found.push(...parts.filter((part) => part.schema.keyword === 'default'));
    return {
      from: union(own.from, ...parts.map(({ from }) => from)),
      status: parts.reduce((status, part) => weaker(status, part.status), own.status),
    };
  }

  #refer(reference: string, visit: Visit, site: SchemaSite, found: SchemaRule[]): void {
    const name = schemaName(reference);
    const schema = this.#host.spec.get('schema', name)?.value;
    if (schema && !visit.within.includes(name))
      this.#visit({ ...visit, schema, within: [...visit.within, name] }, site, found);
  }

  #onHost(schema: SchemaSource): SchemaSource {
    return schemaOn(schema, (hosts) => this.#host.isSelected(hosts));
  }

  #children(schema: SchemaSource, visit: Visit, site: SchemaSite, found: SchemaRule[]): void {
    const { path, inherited, within } = visit;
    for (const name of new Set([...(schema.required ?? []), ...presenceOpen(schema)])) {
      const written = schema.properties?.[name];
      const property = written && this.#onHost(written);
      if (property?.hosts && !this.#host.isSelected(property.hosts)) continue;
      const provenance = property ? provenanceFor(property, 'required', inheritedBy(property, inherited)) : inherited;
      const summary = sentence('required', true, `\`${name}\``) ?? '';
      found.push(rule(site, [...path, name], 'required', summary, provenance));
    }

    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (property.hosts && !this.#host.isSelected(property.hosts)) continue;
      this.#visit({ schema: property, path: [...path, name], subject: `\`${name}\``, inherited, within }, site, found);
    }
    const each = `each of ${visit.subject}`;
    if (typeof schema.items === 'object') {
      this.#visit({ schema: schema.items, path: [...path, 'items'], subject: each, inherited, within }, site, found);
    }
    for (const [index, item] of (schema.prefixItems ?? []).entries()) {
      const subject = `item ${index + 1} of ${visit.subject}`;
      this.#visit({ schema: item, path: [...path, 'items', String(index)], subject, inherited, within }, site, found);
    }
    const values = [schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})];
    for (const value of values) {
      if (typeof value === 'object')
        this.#visit({ schema: value, path: [...path, '*'], subject: each, inherited, within }, site, found);
    }
  }
}

/** Properties that may be left out, though the documents do not say so: `required` has a status there all the same. */
function presenceOpen({ required = [], properties = {} }: SchemaSource): readonly string[] {
  const isOpen = ({ status }: SchemaSource) => typeof status === 'object' && status.required !== undefined;
  return Object.keys(properties).filter((name) => !required.includes(name) && isOpen(properties[name] ?? {}));
}

function rule(
  site: SchemaSite,
  path: readonly string[],
  keyword: string,
  summary: string,
  provenance: Provenance,
  error?: string,
): SchemaRule {
  const steps = path.map((step) => (step === '*' ? 'values' : kebab(step)));
  return {
    id: [site.prefix, ...steps, kebab(keyword)].join('.'),
    from: provenance.from,
    status: provenance.status,
    summary,
    schema: { in: site.part, ...(site.status !== undefined && { status: site.status }), path, keyword },
    ...(error !== undefined && { error }),
  };
}

/** The provenance of one keyword: its own, else the field's, else that of what the field stands in. */
function provenanceFor(schema: SchemaSource, keyword: string, inherited: Provenance): Provenance {
  const { from, status } = schema;
  const ownFrom = isMap(from) ? from[keyword] : from;
  const ownStatus = typeof status === 'object' ? status[keyword] : status;
  return { from: ownFrom === undefined ? inherited.from : listOf(ownFrom), status: ownStatus ?? inherited.status };
}

/** The provenance that the parts of a schema inherit. */
function inheritedBy(schema: SchemaSource, inherited: Provenance): Provenance {
  const { from, status } = schema;
  return {
    from: from === undefined || isMap(from) ? inherited.from : listOf(from),
    status: typeof status === 'string' ? status : inherited.status,
  };
}

/** Every statement that a schema or a part of one names. */
export function statementsIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      // A property may be called `from`; its value is a schema.
      if (key === 'properties' && typeof inner === 'object' && inner !== null) visit(Object.values(inner));
      else if (key === 'from') named(inner, found);
      else visit(inner);
    }
  };
  visit(value);
  return [...found];
}

function named(from: unknown, found: Set<string>): void {
  if (typeof from === 'string') found.add(from);
  else if (typeof from === 'object' && from !== null) for (const part of Object.values(from)) named(part, found);
}

/** Joins two rules of one id, as the branches of a schema make them. */
function join(a: SchemaRule, b: SchemaRule): SchemaRule {
  const summary = a.summary === b.summary ? a.summary : `${a.summary}; or ${b.summary}`;
  return { ...a, summary, from: union(a.from, b.from), status: weaker(a.status, b.status) };
}

const strength: readonly Status[] = ['stated', 'derived', 'conflict', 'assumed', 'unknown'];

function weaker(a: Status, b: Status): Status {
  return strength.indexOf(a) >= strength.indexOf(b) ? a : b;
}
