import type { Contract, Limit, PaymentDomain, PaymentProfile, Rule } from '#conformance/contract/contract.ts';
import { operationOf, withOperation } from '../edit.ts';
import type { Change, Operator } from '../mutant.ts';

/** Removes and moves each required operation, serves it by a different method, and serves each absent prefix. */
export const paths: Operator = {
  name: 'path',
  *changes(contract): Generator<Change> {
    for (const rule of contract.rules.filter(({ kind }) => kind === 'operation')) {
      const operation = operationOf(contract, rule.operation);
      // The documents do not say that the host has it, so a host without it is correct.
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

/** Changes each payment field of a host, and the payment window of each operation, where the documents give them. */
export const payment: Operator = {
  name: 'payment',
  *changes(contract): Generator<Change> {
    const { host } = contract;
    if (!host.payment) return;
    for (const [id, description, changed] of profilesNear(host.payment)) {
      const rule = ruleOf(contract, id);
      if (rule) yield { rule, description, contract: { ...contract, host: { ...host, payment: changed } } };
    }
    for (const operation of contract.operations) {
      const rule = ruleOf(contract, 'payment.challenge.window');
      const own = operation.payment;
      if (!rule || !own || operation.auth !== 'payment') continue;
      const { window: usual, windowStatus } = host.payment;
      const window = own.window ?? (windowStatus === 'stated' ? usual : undefined);
      if (window === undefined) continue;
      for (const other of [window - 1, window + 1]) {
        const changed = withOperation(contract, operation.id, (each) => ({
          ...each,
          payment: { ...own, window: other },
        }));
        yield { rule, description: `${operation.id} may be paid for ${other} s`, contract: changed };
      }
    }
  },
};

function ruleOf({ rules }: Contract, id: string): Rule | undefined {
  return rules.find((rule) => rule.kind === 'protocol' && rule.id === id);
}

function profilesNear(profile: PaymentProfile): readonly (readonly [string, string, PaymentProfile])[] {
  const [family = '', reference = ''] = profile.network.split(':');
  const { domain, asset } = profile;
  const other = asset.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const known = profile.networkStatus === 'stated' || profile.networkStatus === 'derived';
  const network = { ...profile, network: `${family}:${reference}1` };
  return [
    ...(known ? [['payment.challenge.network', 'another network', network] as const] : []),
    ['payment.challenge.asset-address', 'another asset', { ...profile, asset: other }],
    ...(domain
      ? domainsNear(domain).map(
          ([what, near]) => ['payment.challenge.domain', what, { ...profile, domain: near }] as const,
        )
      : []),
  ];
}

function domainsNear(domain: PaymentDomain): readonly (readonly [string, PaymentDomain])[] {
  return [
    ['another name of the asset', { ...domain, name: `${domain.name}.` }],
    ['another version of the asset', { ...domain, version: `${domain.version}0` }],
  ];
}

/** Takes no API keys in the place of payments, and changes the free quota of a host. */
export const access: Operator = {
  name: 'access',
  *changes(contract): Generator<Change> {
    const { keys, ...host } = contract.host;
    const { freeCalls } = host;
    const [unknown, free] = [ruleOf(contract, 'account.key.unknown'), ruleOf(contract, 'payment.free-calls')];
    if (keys && unknown)
      yield { rule: unknown, description: 'API keys pay for nothing', contract: { ...contract, host } };
    if (!freeCalls || !free) return;
    for (const [description, changed] of quotasNear(freeCalls))
      yield { rule: free, description, contract: { ...contract, host: { ...contract.host, freeCalls: changed } } };
  },
};

type FreeCalls = NonNullable<Contract['host']['freeCalls']>;

function quotasNear(quota: FreeCalls): readonly (readonly [string, FreeCalls])[] {
  return [
    ['one call more is free', { ...quota, count: quota.count + 1 }],
    ['one call less is free', { ...quota, count: quota.count - 1 }],
    ['calls are free again after twice the time', { ...quota, window: quota.window * 2 }],
  ];
}

/** Changes each limit by one call in both directions, and its window; drops it where the documents require it. */
export const limits: Operator = {
  name: 'limit',
  *changes(contract): Generator<Change> {
    for (const limit of contract.limits) {
      for (const rule of contract.rules.filter(({ kind, subject }) => kind === 'limit' && subject === limit.id)) {
        for (const [description, changed] of othersThan(limit)) {
          // A limit of its own for one operation, so that one rule fails and no other.
          const id = `${rule.operation} ${limit.id}`;
          const rest = limit.operations.filter((each) => each !== rule.operation);
          const own = { ...changed, id, operations: [rule.operation ?? ''] };
          const others = contract.limits.map((each) => (each === limit ? { ...limit, operations: rest } : each));
          yield {
            rule,
            description: `${limit.id}: ${description}`,
            contract: { ...contract, limits: [...others, own] },
          };
        }
      }
    }
  },
};

function othersThan(limit: Limit): readonly (readonly [string, Limit])[] {
  return [
    ['one call more', { ...limit, count: limit.count + 1 }],
    ['one call less', { ...limit, count: limit.count - 1 }],
    ...(limit.sides.includes('none') ? [] : [noLimit(limit)]),
    ['a window of twice the length', { ...limit, window: limit.window * 2 }],
    ['a window of half the length', { ...limit, window: Math.ceil(limit.window / 2) }],
  ];
}

function noLimit(limit: Limit): readonly [string, Limit] {
  return ['no limit', { ...limit, count: Number.MAX_SAFE_INTEGER }];
}

/** Drops the final event of each stream, and sends each stream as one response. */
export const streams: Operator = {
  name: 'stream',
  *changes(contract): Generator<Change> {
    for (const rule of contract.rules.filter(({ kind }) => kind === 'stream')) {
      const { id, stream } = operationOf(contract, rule.operation);
      if (!stream) continue;
      const { stream: _, ...whole } = operationOf(contract, id);
      yield { rule, description: 'nothing is streamed', contract: withOperation(contract, id, () => whole) };
      const { done, ...endless } = stream;
      if (done === undefined) continue;
      const changed = withOperation(contract, id, (each) => ({ ...each, stream: endless }));
      yield { rule, description: `the stream does not end with ${done}`, contract: changed };
    }
  },
};
