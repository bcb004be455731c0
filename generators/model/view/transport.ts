import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { protocol } from '../../language/protocol.ts';
import type { TransportSource } from '../../language/transport.ts';
import { packageHome } from '../../reader/extends.ts';
import { type Selectable, transportsOf } from '../hosts.ts';
import { Spec } from '../spec.ts';
import type { Transport } from '../types.ts';
import { plain } from './operation.ts';
import { ContractSchemas } from './schema.ts';

/** Returns how payments travel on a host: as its specification states, and where that states nothing, as the x402 standard does. */
export function viewTransport(host: Selectable, spec: Spec): Transport {
  const own = transportsOf(host, spec)
    .map(({ value }) => value)
    .toReversed();
  return joined([standardSource(), ...own], new ContractSchemas(spec, host));
}

/** Returns how payments travel by the x402 standard alone. */
export function standardTransport(): Transport {
  return joined([standardSource()], new ContractSchemas(new Spec(), { isSelected: () => false, own: () => undefined }));
}

/** Joins transports; of what several state, the last one counts. */
function joined(layers: readonly TransportSource[], schemas: ContractSchemas): Transport {
  const [preferred, ...others] = Object.keys(last(layers, ({ payment }) => payment?.headers));
  if (preferred === undefined) throw new Error('A payment has no header.');
  const extensions = layers.map((layer) => layer.extensions).findLast((each) => each !== undefined);
  const refusals = layers.flatMap((layer) => Object.entries(layer.refusals ?? {}));
  return {
    challenge: {
      headers: mapValues(
        last(layers, ({ challenge }) => challenge?.headers),
        ({ form }) => form,
      ),
      ...(last(layers, ({ challenge }) => challenge?.body) === 'free' && { body: 'free' as const }),
    },
    payment: {
      headers: [preferred, ...others],
      versions: last(layers, ({ payment }) => payment?.versions),
      encodings: last(layers, ({ payment }) => payment?.encodings),
      schemas: mapValues(
        last(layers, ({ payment }) => payment?.schemas),
        (schema) => schemas.use(schema),
      ),
      maxLength: last(layers, ({ payment }) => payment?.max_length),
    },
    // The standard names an error for every reason.
    refusals: mapValues(Object.fromEntries(refusals), (error) =>
      typeof error === 'string' ? error : error.error,
    ) as Transport['refusals'],
    receipt: {
      headers: mapValues(
        last(layers, ({ receipt }) => receipt?.headers),
        ({ content }) => content,
      ),
      success: schemas.use(last(layers, ({ receipt }) => receipt?.success)),
      failure: schemas.use(last(layers, ({ receipt }) => receipt?.failure)),
    },
    settles: plain(
      last(layers, ({ settles }) => settles),
      'when',
    ),
    claim: {
      uncharged: last(layers, ({ claim }) => claim?.uncharged),
      unanswered: last(layers, ({ claim }) => claim?.unanswered),
    },
    free: {
      never: last(layers, ({ free }) => free?.never),
      unpriced: last(layers, ({ free }) => free?.unpriced),
    },
    // The names are those of the language.
    ...(extensions && { extensions: Object.keys(extensions) as NonNullable<Transport['extensions']> }),
  };
}

/** Reads the transport of the x402 standard, which is a specification of this package. */
function standardSource(): TransportSource {
  const file = join(packageHome, 'spec', 'standards', 'x402', 'protocol', 'x402.yaml');
  const { transport } = protocol.parse(load(readFileSync(file, 'utf8')));
  if (!transport) throw new Error(`${file} has no transport.`);
  return transport;
}

/** Returns the part of the last layer that has one. */
function last<Part>(layers: readonly TransportSource[], part: (layer: TransportSource) => Part | undefined): Part {
  const found = layers.map(part).findLast((each) => each !== undefined);
  if (found === undefined) throw new Error('The x402 standard leaves a part of the transport out.');
  return found;
}

function mapValues<In, Out>(values: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
