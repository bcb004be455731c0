import type { HostSource } from '../language/host.ts';
import { selectable, serves } from '../model/hosts.ts';
import { parseRoute, resolvePath } from '../model/path.ts';
import { at, type Located } from '../model/spec.ts';
import type { PaymentProfile } from '../model/types.ts';
import { viewHost } from '../model/view/host.ts';
import type { Check } from './context.ts';

/** Bytes of the headers of a challenge that common proxies pass on: they read 4 KB of response headers in all. */
const maxHeaderBytes = 3000;

/** Texts as long as those of deployments. */
const origin = 'https://gateway.example.com';
const anyError = '0'.repeat(24);
const evmAddress = `0x${'0'.repeat(40)}`;
const solanaAddress = '1'.repeat(44);

/** Checks that the challenges of a host pass proxies with default limits, however much their headers are shortened. */
export const checkChallenges: Check = ({ spec, diagnostics }) => {
  // The network of a host may be unknown.
  if (diagnostics.failed) return;
  const segments = spec.service?.value.segments ?? {};
  for (const host of selectable(spec)) {
    const located = spec.get('host', host.id);
    if (!located) continue;
    const { payment, prefix } = viewHost(located, spec);
    if (!payment) continue;
    const paths = [...spec.all('operation').values()].flatMap((operation) => {
      const route = parseRoute(operation.value.http);
      return 'reason' in route || !serves(operation, host) ? [] : [resolvePath(route, prefix, segments)];
    });
    const longest = paths.reduce((one, other) => (other.length > one.length ? other : one), '');
    const bytes = headerBytes(payment, `${origin}${longest}`);
    if (bytes > maxHeaderBytes)
      diagnostics.report('host-challenge-large', placeOf(located), host.id, `${bytes}`, `${maxHeaderBytes}`);
  }
};

function placeOf(host: Located<HostSource>) {
  return at(host, host.value.payment?.also ? ['payment', 'also'] : ['payment'], 'key');
}

/** Bytes of the shortest headers that a gateway writes: the whole challenge in the first, and the offers in those that are no second spelling of it. */
function headerBytes({ transport, window, network, asset, domain, also = [] }: PaymentProfile, url: string): number {
  const accepts = [{ network, asset, domain }, ...also].map((offer) => ({
    scheme: 'exact',
    network: offer.network,
    amount: '1000000',
    asset: offer.asset,
    payTo: offer.domain ? evmAddress : solanaAddress,
    maxTimeoutSeconds: window,
    extra: offer.domain ?? { feePayer: solanaAddress, recentBlockhash: solanaAddress },
  }));
  const whole = base64Length({ x402Version: 2, error: anyError, resource: { url }, accepts });
  const repeated = base64Length({ x402Version: 2, accepts });
  return Object.entries(transport.challenge.headers).reduce((sum, [name, form], index) => {
    if (index > 0 && form === '{base64}') return sum;
    const value = form.length - '{base64}'.length + (index === 0 ? whole : repeated);
    return sum + name.length + ': \r\n'.length + value;
  }, 0);
}

function base64Length(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 3) * 4;
}
