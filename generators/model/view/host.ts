import type { HostSource } from '../../language/host.ts';
import { selectableHost } from '../hosts.ts';
import { provenanceOf } from '../provenance.ts';
import type { Located, Spec } from '../spec.ts';
import type { Host, PaymentProfile, SettlementProfile, Status } from '../types.ts';
import { plain } from './operation.ts';
import { viewTransport } from './transport.ts';

/** A host with its network filled in. */
export function viewHost(located: Located<HostSource>, spec: Spec): Host {
  const { id, value: source } = located;
  const payment = source.payment && {
    ...viewPayment(source.payment, spec),
    transport: viewTransport(selectableHost(located), spec),
  };
  return {
    id,
    title: source.title,
    group: source.group,
    ...provenanceOf(source),
    auth: source.auth,
    ...(source.keys && { keys: source.keys }),
    ...(source['free-calls'] && { freeCalls: source['free-calls'] }),
    prefix: plain(source.prefix, 'path') ?? '',
    absent: plain(source.absent, 'paths') ?? [],
    ...(payment && { payment }),
    ...(source.settlement && { settlement: viewSettlement(source.settlement) }),
    ...(source['provider-names'] && { providerNames: source['provider-names'] }),
  };
}

function viewSettlement({ payee, rpc, facilitator }: NonNullable<HostSource['settlement']>): SettlementProfile {
  return {
    ...(payee !== undefined && { payee }),
    ...(rpc !== undefined && { rpc: [rpc].flat() }),
    ...(facilitator !== undefined && { facilitator }),
  };
}

function viewPayment(source: NonNullable<HostSource['payment']>, spec: Spec): Omit<PaymentProfile, 'transport'> {
  const { window, network, also } = source;
  return {
    version: 2,
    scheme: 'exact',
    ...viewNetwork(network, spec),
    ...(also && { also: also.map((id) => ({ ...viewNetwork(id, spec), status: statusOf(id, spec) })) }),
    window: typeof window === 'number' ? window : window.seconds,
    windowStatus: typeof window === 'number' ? 'stated' : (window.status ?? 'stated'),
    networkStatus: statusOf(network, spec),
  };
}

function statusOf(network: string, spec: Spec): Status {
  return spec.get('network', network)?.value.status ?? 'stated';
}

function viewNetwork(id: string, spec: Spec): Pick<PaymentProfile, 'network' | 'asset' | 'decimals' | 'domain'> {
  const network = spec.get('network', id)?.value;
  if (!network) throw new Error(`The network ${id} was not checked.`);
  const { address, decimals, domain } = network.asset;
  if (!domain) return { network: network.caip2, asset: address, decimals };
  const { contract, ...named } = domain;
  const verifyingContract = contract === undefined ? {} : { verifyingContract: contract };
  return { network: network.caip2, asset: address, decimals, domain: { ...named, ...verifyingContract } };
}
