/** Copies of a contract with one entity replaced; everything else stays the same object. */

import type { Contract, ErrorEntry, Machine, Operation, Price } from '#conformance/contract/contract.ts';

/** Replaces one operation. */
export function withOperation(contract: Contract, id: string, change: (operation: Operation) => Operation): Contract {
  return {
    ...contract,
    operations: contract.operations.map((operation) => (operation.id === id ? change(operation) : operation)),
  };
}

/** Gives one operation a changed copy of its price, with all of its inputs; other operations keep theirs. */
export function withPrice(contract: Contract, operation: Operation, price: Price): Contract {
  const id = `${operation.id} ${price.id}`;
  const changed = { ...contract, prices: { ...contract.prices, [id]: { ...price, id } } };
  return withOperation(changed, operation.id, ({ price: use, ...rest }) => ({
    ...rest,
    ...(use && { price: { id, inputs: {} } }),
  }));
}

/** Gives one operation a changed copy of one of its errors, in the same place of its list. */
export function withError(contract: Contract, operation: Operation, entry: ErrorEntry): Contract {
  const id = `${operation.id} ${entry.id}`;
  const changed = { ...contract, errors: { ...contract.errors, [id]: { ...entry, id } } };
  return withOperation(changed, operation.id, (each) => ({
    ...each,
    errors: each.errors.map((error) => (error === entry.id ? id : error)),
  }));
}

/** Replaces one machine. */
export function withMachine(contract: Contract, machine: Machine): Contract {
  return { ...contract, machines: { ...contract.machines, [machine.id]: machine } };
}

/** The operation of an id; throws where a rule names one that the contract lacks. */
export function operationOf(contract: Contract, id: string | undefined): Operation {
  const operation = contract.operations.find((each) => each.id === id);
  if (!operation) throw new Error(`The contract has no operation "${id}".`);
  return operation;
}
