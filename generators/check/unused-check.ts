import { pipelineErrors } from '../language/pipeline.ts';
import { selectable } from '../model/hosts.ts';
import { errorsOf, priceSourceOf } from '../model/view/operation.ts';
import { schemaName } from '../model/view/schema.ts';
import type { Check, CheckContext } from './context.ts';
import { schemaSites, usedSchemas, withParts } from './schema-sites.ts';

const codes = {
  schema: 'schema-unused',
  error: 'error-unused',
  price: 'price-unused',
  catalog: 'catalog-unused',
  machine: 'machine-unused',
  limit: 'limit-unused',
} as const;

type Used = Record<keyof typeof codes, Set<string>>;

/** Warns of unused entries. */
export const checkUnused: Check = (context) => {
  const { spec, diagnostics } = context;
  const used: Used = {
    schema: new Set(),
    error: new Set(Object.keys(pipelineErrors)),
    price: new Set(),
    catalog: new Set(context.catalogsRead),
    machine: new Set(),
    limit: new Set(),
  };
  noteOperations(context, used);
  noteSchemas(context, used);
  for (const [id, { value }] of spec.all('limit')) {
    used.error.add(value.error);
    if (value.operations?.length) used.limit.add(id);
  }
  for (const { value } of spec.all('transport').values())
    for (const error of Object.values(value.refusals ?? {}))
      used.error.add(typeof error === 'string' ? error : error.error);
  for (const [id, { value }] of spec.all('machine')) if (value.of) used.machine.add(id);
  for (const [id, { value }] of spec.all('error')) if (value.hosts) used.error.add(id);
  for (const [id, { value }] of spec.all('catalog')) if (value.live) used.catalog.add(id);

  // The keys of `codes` are the kinds it lists.
  for (const kind of Object.keys(codes) as (keyof typeof codes)[]) {
    for (const [id, entry] of spec.all(kind)) if (!used[kind].has(id)) diagnostics.report(codes[kind], entry.name, id);
  }
};

function noteOperations({ spec }: CheckContext, used: Used): void {
  const hosts = selectable(spec);
  for (const { value } of spec.all('operation').values()) {
    for (const host of hosts) {
      for (const id of errorsOf(value, host)) used.error.add(id);
      const price = priceSourceOf(value.price, host);
      if (price) used.price.add(price.id);
    }
    for (const { error } of value.rules ?? []) if (error) used.error.add(error);
    for (const id of value.limits ?? []) used.limit.add(id);
    if (value.machine) used.machine.add(value.machine.id);
  }
}

function noteSchemas({ spec }: CheckContext, used: Used): void {
  for (const { schema } of usedSchemas(spec)) if (typeof schema === 'string') used.schema.add(schemaName(schema));
  for (const site of schemaSites(spec)) {
    for (const { schema } of withParts(site.schema)) {
      if (schema.$ref !== undefined && schemaName(schema.$ref) !== site.entry.id)
        used.schema.add(schemaName(schema.$ref));
      if (schema.catalog !== undefined) used.catalog.add(schema.catalog);
      if (schema.error !== undefined) used.error.add(schema.error);
    }
  }
}
