import type { Catalog, ErrorEntry, HostView, JsonSchema, Limit, Price, Service } from '../../model/types.ts';

/** All that the description of an operation is made from besides the operation. */
export interface DescriptionSources {
  service(): Service;
  schema(name: string): JsonSchema | undefined;
  catalog(id: string): Catalog | undefined;
  price(id: string): Price | undefined;
  error(id: string): ErrorEntry | undefined;
  limits(): readonly Limit[];
  /** Errors that no operation, rule or limit names. */
  pipelineErrors(): readonly ErrorEntry[];
}

/** What a host's view says to the descriptions of its operations. */
export function sourcesOf(view: HostView, pipelineErrors: readonly ErrorEntry[]): DescriptionSources {
  return {
    service: () => view.service,
    schema: (name) => view.schemas[name],
    catalog: (id) => view.catalogs[id],
    price: (id) => view.prices[id],
    error: (id) => view.errors[id],
    limits: () => view.limits,
    pipelineErrors: () => pipelineErrors,
  };
}
