import type { ErrorSource } from '../../language/errors.ts';
import type { LimitSource } from '../../language/limits.ts';
import type { Selection } from '../hosts.ts';
import { provenanceOf } from '../provenance.ts';
import type { Located } from '../spec.ts';
import type { ErrorEntry, Json, Limit, Provocation } from '../types.ts';
import { headersOf, plain } from './operation.ts';
import type { ContractSchemas } from './schema.ts';

/** An error answer as one host gives it. */
export function viewError(
  { id, value: source }: Located<ErrorSource>,
  host: Selection,
  schemas: ContractSchemas,
): ErrorEntry {
  return {
    id,
    http: source.http,
    summary: source.summary,
    ...provenanceOf(source),
    ...(source.body && { body: schemas.use(source.body) }),
    headers: headersOf(source.headers, host, schemas),
    charged: source.charged,
    ...(source.passed !== undefined && { passed: source.passed }),
    ...(source.names !== undefined && { names: source.names }),
    ...(source.lists !== undefined && { lists: source.lists }),
    ...(source.role && { role: source.role }),
    ...(source.provoke && { provoke: viewProvocation(source.provoke) }),
  };
}

function viewProvocation(source: NonNullable<ErrorSource['provoke']>): Provocation {
  const { upstream, detail, request, headers, hosts } = source;
  return {
    ...(upstream && { upstream }),
    ...(detail !== undefined && { detail: detail as Json }),
    ...(request !== undefined && { request: request as Json }),
    ...(headers && { headers }),
    ...(hosts && { hosts }),
  };
}

/** A limit over those of its operations that a host serves. */
export function viewLimit({ id, value: source }: Located<LimitSource>, operations: readonly string[]): Limit {
  return {
    id,
    summary: source.summary,
    ...provenanceOf(source),
    operations,
    count: source.count,
    sides: source.sides ?? [],
    window: source.window,
    key: plain(source.key, 'value'),
    keyStatus: typeof source.key === 'string' ? 'stated' : (source.key.status ?? 'stated'),
    error: source.error,
    shared: plain(source.shared, 'value') ?? false,
  };
}
