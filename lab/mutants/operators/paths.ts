import { operationOf, withOperation } from '../edit.ts';
import type { Change, Operator } from '../mutant.ts';

/** Each operation that a host has to have removed, moved, and served by another method; each absent prefix served. */
export const paths: Operator = {
  name: 'path',
  *changes(contract): Generator<Change> {
    for (const rule of contract.rules.filter(({ kind }) => kind === 'operation')) {
      const operation = operationOf(contract, rule.operation);
      // The documents do not say that the host has it, so that one without it is not at fault.
      if (operation.presence === 'assumed') continue;
      const operations = contract.operations.filter((each) => each !== operation);
      yield { rule, description: 'the operation is not served', contract: { ...contract, operations } };
      const path = `${operation.path}-moved`;
      const moved = withOperation(contract, operation.id, (each) => ({ ...each, path }));
      yield { rule, description: 'the operation is served at another path', contract: moved };
      const method = operation.method === 'GET' ? 'POST' : 'GET';
      const turned = withOperation(contract, operation.id, (each) => ({ ...each, method }));
      yield { rule, description: `the operation takes ${method}`, contract: turned };
    }
    const { host } = contract;
    for (const rule of contract.rules.filter(({ kind, id }) => kind === 'protocol' && id === 'http.absent-prefix')) {
      for (const prefix of host.absent) {
        const absent = host.absent.filter((each) => each !== prefix);
        const description = `operations under ${host.prefix} are served under ${prefix}`;
        yield { rule, description, contract: { ...contract, host: { ...host, absent } } };
      }
    }
  },
};
