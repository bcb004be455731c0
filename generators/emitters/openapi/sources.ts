import type { Catalog, ErrorEntry, HostView, JsonSchema, Operation, Price, Service } from '../../model/types.ts';

/** All that the description of an operation is made from besides the operation. */
export interface DescriptionSources {
  service(): Service;
  schema(name: string): JsonSchema | undefined;
  catalog(id: string): Catalog | undefined;
  price(id: string): Price | undefined;
  error(id: string): ErrorEntry | undefined;
  /** Ids of the errors of the limits on an operation, with commas between them. */
  limitErrors(operation: string): string;
  /** Ids of the errors that no operation, rule or limit names and that calls of one kind may get, in the same way. */
  pipelineErrors(auth: Operation['auth']): string;
}

/** What a host's view says to the descriptions of its operations. */
export function sourcesOf(view: HostView): DescriptionSources {
  const limited = new Map<string, string>();
  for (const { operations, error } of view.limits) {
    for (const id of operations) {
      const known = limited.get(id);
      limited.set(id, known === undefined ? error : `${known},${error}`);
    }
  }
  const unnamed = unnamedErrors(view);
  const idsOf = (...statuses: readonly number[]) =>
    unnamed.flatMap(({ id, http }) => (statuses.includes(http) ? id : [])).join();
  const [none, ofKey, ofPayment] = [idsOf(), idsOf(401, 402), idsOf(402)];
  return {
    service: () => view.service,
    schema: (name) => view.schemas[name],
    catalog: (id) => view.catalogs[id],
    price: (id) => view.prices[id],
    error: (id) => view.errors[id],
    limitErrors: (operation) => limited.get(operation) ?? '',
    pipelineErrors: (auth) => (auth === 'none' ? none : auth === 'key' ? ofKey : ofPayment),
  };
}

/** Errors that no operation, rule or limit names. */
function unnamedErrors({ operations, limits, errors }: HostView): ErrorEntry[] {
  const named = new Set(limits.map(({ error }) => error));
  for (const operation of operations) {
    for (const error of operation.errors) named.add(error);
    for (const { error } of operation.conditions) if (error !== undefined) named.add(error);
  }
  return Object.values(errors).filter(({ id }) => !named.has(id));
}
