import type { OperationSource } from '../language/operation.ts';
import { type Selectable, selectable, selects, serves } from '../model/hosts.ts';
import { at, type Located } from '../model/spec.ts';
import { exampleOf } from '../model/view/operation.ts';
import type { Path } from '../reader/node.ts';
import type { Check, CheckContext } from './context.ts';
import { type SchemaSite, schemaSites, withParts } from './schema-sites.ts';
import { violationMistake } from './violations.ts';

/** Checks values in the specification: defaults, examples, violations, catalog keys. */
export const checkValues: Check = (context) => {
  checkCatalogs(context);
  for (const site of schemaSites(context.spec)) checkDefaults(context, site);
  const hosts = selectable(context.spec);
  for (const operation of context.spec.all('operation').values()) {
    for (const host of hosts) if (serves(operation, host)) checkExamples(context, operation, host);
  }
};

function checkCatalogs({ spec, diagnostics }: CheckContext): void {
  for (const catalog of spec.all('catalog').values()) {
    const { key, entries } = catalog.value;
    const seen = new Set<unknown>();
    for (const [index, entry] of entries.entries()) {
      const value = entry[key];
      if (value === undefined) diagnostics.report('catalog-key-missing', at(catalog, ['entries', index]), key);
      else if (seen.has(value))
        diagnostics.report('catalog-key-duplicate', at(catalog, ['entries', index, key]), String(value));
      seen.add(value);
      for (const column of entry.open ?? []) {
        if (!Object.hasOwn(entry, column))
          diagnostics.report('catalog-open-unknown', at(catalog, ['entries', index, 'open']), column);
      }
    }
  }
}

function checkDefaults(context: CheckContext, { entry, path: place, schema: whole }: SchemaSite): void {
  const [host] = selectable(context.spec);
  if (!host) return;
  for (const { schema, path } of withParts(whole, place)) {
    if (schema.default === undefined) continue;
    const { default: value, ...rest } = schema;
    const mistake = context.instances(host).mistake(rest, value);
    if (mistake) context.diagnostics.report('schema-default-invalid', at(entry, [...path, 'default']), mistake);
  }
}

function checkExamples(context: CheckContext, operation: Located<OperationSource>, host: Selectable): void {
  const { diagnostics } = context;
  const { value } = operation;
  const example = exampleOf(value.example, host);
  const instances = context.instances(host);
  const { query, params, headers } = value;
  const schemas = { body: value.body?.schema, query, params, headers } as const;

  for (const part of ['params', 'query', 'headers', 'body'] as const) {
    const schema = schemas[part];
    if (schema === undefined) continue;
    // A body may be null.
    const mistake = instances.mistake(schema, part === 'body' ? example.body : (example[part] ?? {}));
    if (mistake) diagnostics.report('example-invalid', at(operation, examplePath(value, host, part)), part, mistake);
    else if (part === 'headers' && !canBeHeaders(example.headers))
      diagnostics.report('header-example', at(operation, examplePath(value, host, part)));
  }
  for (const [index, rule] of (value.rules ?? []).entries()) {
    if (rule.violation === undefined || (rule.hosts && !selects(rule.hosts, host))) continue;
    const mistake = violationMistake(context, operation, host, rule);
    if (mistake === 'ineffective')
      diagnostics.report('violation-ineffective', at(operation, ['rules', index, 'violation'], 'key'), rule.rule);
    else if (mistake)
      diagnostics.report('example-invalid', at(operation, ['rules', index, 'violation']), mistake.part, mistake.reason);
  }
}

/** True for headers that arrive as they are sent: visible characters of ASCII, with spaces within (RFC 9110, section 5.5). */
export function canBeHeaders(headers: unknown): boolean {
  return Object.values(Object(headers)).every((value) => /^[!-~](?:[ -~]*[!-~])?$/.test(String(value)));
}

function examplePath({ example }: OperationSource, host: Selectable, part: string): Path {
  if (!example) return ['operation'];
  const key = host.id in example ? host.id : host.group in example ? host.group : undefined;
  const own = key === undefined ? ['example'] : ['example', key];
  return [...own, part];
}
