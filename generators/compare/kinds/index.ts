import type { Scope } from '../entities.ts';
import type { AnyKind } from '../kind.ts';

/** Kinds of change area by area, each of which is loaded when something in it differs. */
const areas = {
  service: async () => (await import('./service/index.ts')).service,
  questions: async () => (await import('./questions/index.ts')).questions,
  hosts: async () => (await import('./hosts/index.ts')).hosts,
  verdicts: async () => (await import('./verdicts/index.ts')).verdicts,
  operations: async () => (await import('./operations/index.ts')).operations,
  requests: async () => (await import('./requests/index.ts')).requests,
  responses: async () => (await import('./responses/index.ts')).responses,
  rules: async () => (await import('./rules/index.ts')).rules,
  prices: async () => (await import('./prices/index.ts')).prices,
  machines: async () => (await import('./machines/index.ts')).machines,
  answers: async () => (await import('./answers/index.ts')).answers,
  errors: async () => (await import('./errors/index.ts')).errors,
  limits: async () => (await import('./limits/index.ts')).limits,
  catalogs: async () => (await import('./catalogs/index.ts')).catalogs,
  scenarios: async () => (await import('./scenarios/index.ts')).scenarios,
} as const satisfies Record<string, () => Promise<readonly AnyKind[]>>;

/** The areas in which the kinds of change of each scope are. */
const areasOf: Readonly<Record<Scope, readonly (keyof typeof areas)[]>> = {
  service: ['service'],
  document: ['service'],
  statement: ['service'],
  question: ['questions'],
  host: ['hosts'],
  rule: ['verdicts'],
  operation: ['operations', 'prices'],
  'request-field': ['requests'],
  response: ['answers'],
  'response-field': ['responses'],
  'response-header': ['answers'],
  condition: ['rules'],
  ensures: ['rules'],
  price: ['prices'],
  catalog: ['catalogs'],
  'catalog-entry': ['catalogs'],
  machine: ['machines'],
  transition: ['machines'],
  invariant: ['machines'],
  error: ['errors'],
  'error-field': ['errors'],
  limit: ['limits'],
  scenario: ['scenarios'],
};

/** The kinds of change of some scopes. */
export async function kindsOf(scopes: Iterable<Scope>): Promise<readonly AnyKind[]> {
  const wanted = new Set([...scopes].flatMap((scope) => areasOf[scope]));
  const loaded = await Promise.all([...wanted].map((area) => areas[area]()));
  return loaded.flat();
}

/** Every kind of change, area by area. */
export async function allKinds(): Promise<readonly AnyKind[]> {
  const loaded = await Promise.all(Object.values(areas).map((load) => load()));
  return loaded.flat();
}
