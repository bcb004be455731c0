import type { Contract, ErrorEntry, Operation, Rule } from '#conformance/contract/contract.ts';
import { isSchema, propertiesOf, requiredOf } from '#conformance/oracle/shapes.ts';
import { withError } from '../edit.ts';
import type { Change, Operator } from '../mutant.ts';
import { otherThan } from './schemas.ts';

/**
 * Changes the status of each error of each operation, and each of its constant and required fields and headers.
 *
 * An error that operations share is one entry of the specification: its fields and headers are changed for one
 * operation of each area and each way to pay.
 */
export const errors: Operator = {
  name: 'error',
  *changes(contract): Generator<Change> {
    for (const operation of contract.operations) {
      for (const id of operation.errors) {
        const entry = contract.errors[id];
        const rule = contract.rules.find(
          ({ kind, operation: owner, subject }) => kind === 'error' && owner === operation.id && subject === id,
        );
        if (!entry || !rule) continue;
        yield* statusesOf(contract, operation, entry, rule);
        const sharing = contract.operations.filter(
          ({ area, auth, errors }) => area === operation.area && auth === operation.auth && errors.includes(id),
        );
        if (sharing[0] === operation) yield* partsOf(contract, operation, entry, rule);
      }
    }
  },
};

function changing(contract: Contract, operation: Operation, entry: ErrorEntry, rule: Rule) {
  return (description: string, changed: ErrorEntry): Change => ({
    rule,
    description: `${entry.id}: ${description}`,
    contract: withError(contract, operation, changed),
  });
}

function* statusesOf(...[contract, operation, entry, rule]: Parameters<typeof changing>): Generator<Change> {
  const change = changing(contract, operation, entry, rule);
  for (const http of statusesNear(entry.http))
    yield change(`status ${http} in place of ${entry.http}`, { ...entry, http });
}

function* partsOf(...[contract, operation, entry, rule]: Parameters<typeof changing>): Generator<Change> {
  const change = changing(contract, operation, entry, rule);
  const { body } = entry;
  const properties = body ? propertiesOf(body) : {};
  for (const [name, property] of Object.entries(properties)) {
    const { const: constant } = property;
    if (constant === undefined) continue;
    const other = { ...properties, [name]: { ...property, const: otherThan(constant) } };
    yield change(`\`${name}\` has another constant`, { ...entry, body: { ...body, properties: other } });
  }
  for (const name of body ? requiredOf(body) : []) {
    const required = body ? requiredOf(body).filter((each) => each !== name) : [];
    yield change(`\`${name}\` is missing`, { ...entry, body: { ...body, required } });
  }
  for (const [name, header] of Object.entries(entry.headers)) {
    const { [name]: _, ...headers } = entry.headers;
    yield change(`the header \`${name}\` is missing`, { ...entry, headers });
    if (!isSchema(header) || header.pattern === undefined) continue;
    const open: ErrorEntry['headers'] = { ...headers, [name]: { type: 'string' } };
    yield change(`the header \`${name}\` may have any value`, { ...entry, headers: open });
  }
  if (entry.names && isAboutFields(contract, operation, entry))
    yield change('the field is not named', { ...entry, names: false });
  // What costs nothing has nothing to charge.
  const { payment, price } = operation;
  if (entry.charged === false && entry.provoke?.upstream !== undefined && price && payment?.settles !== 'never')
    yield change('it is charged', { ...entry, charged: true });
}

/** A different status of the same class, and one of the other class. */
function statusesNear(http: number): readonly number[] {
  const same = http === 422 ? 400 : http < 500 ? 422 : http === 500 ? 503 : 500;
  return [same, http < 500 ? 500 : 400];
}

/** True if the error may be about a field of a body or a query. */
function isAboutFields({ rules }: Contract, operation: Operation, { id, role }: ErrorEntry): boolean {
  const names = new Set([id, role]);
  return rules.some(
    ({ kind, operation: owner, schema, error = 'invalid-body' }) =>
      kind === 'request' && owner === operation.id && schema?.in !== 'params' && names.has(error),
  );
}
