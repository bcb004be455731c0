import type { HostSource } from '../../language/host.ts';
import { provenanceOf } from '../provenance.ts';
import type { Located, Spec } from '../spec.ts';
import type { Host, PaymentProfile } from '../types.ts';
import { plain } from './operation.ts';

/** A host with its network filled in. */
export function viewHost({ id, value: source }: Located<HostSource>, spec: Spec): Host {
  const payment = source.payment && viewPayment(source.payment, spec);
  return {
    id,
    title: source.title,
    group: source.group,
    ...provenanceOf(source),
    auth: source.auth,
    prefix: plain(source.prefix, 'path') ?? '',
    absent: plain(source.absent, 'paths') ?? [],
    ...(payment && { payment }),
  };
}

function viewPayment(source: NonNullable<HostSource['payment']>, spec: Spec): PaymentProfile {
  const network = spec.get('network', source.network)?.value;
  if (!network) throw new Error(`The network ${source.network} was not checked.`);
  const { window } = source;
  return {
    version: 2,
    scheme: 'exact',
    network: network.caip2,
    asset: network.asset.address,
    decimals: network.asset.decimals,
    domain: network.asset.domain ?? { name: network.asset.symbol, version: '1' },
    window: typeof window === 'number' ? window : window.seconds,
    windowStatus: typeof window === 'number' ? 'stated' : (window.status ?? 'stated'),
    networkStatus: network.status ?? 'stated',
  };
}
