/** Extensions of the x402 standard: fields that a challenge adds, and what a payment repeats of them. */

import type { ExtensionName, TransportDefinition } from '../operation/host.ts';
import type { OperationDefinition } from '../operation/operation.ts';
import { isObject, read } from '../values/json.ts';

/** Form of the identifier of a payment. */
const identifier = /^[A-Za-z0-9_-]{16,128}$/;

/** The declaration that a repeated request with the identifier of its payment gets the kept answer. */
const identifiers = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { required: { type: 'boolean' }, id: { type: 'string', minLength: 16, maxLength: 128 } },
    required: ['required'],
  },
};

/** The contents of extensions by their names. */
export type Extensions = Readonly<Partial<Record<ExtensionName, unknown>>>;

/** The extensions of the challenges of an operation; `undefined` where it has none. */
export function extensionsOf(
  { extensions = [] }: Pick<TransportDefinition, 'extensions'>,
  { discovery }: Pick<OperationDefinition, 'discovery'>,
): Extensions | undefined {
  const declared: Extensions = {
    ...(extensions.includes('payment-identifier') && { 'payment-identifier': identifiers }),
    ...(extensions.includes('bazaar') && discovery !== undefined && { bazaar: discovery }),
  };
  return Object.keys(declared).length > 0 ? declared : undefined;
}

/** The identifier in a payment payload; `isInvalid` where it has another form than the standard states. */
export function identifierIn(payload: unknown): { readonly id?: string; readonly isInvalid?: true } {
  const id = read(payload, 'extensions', 'payment-identifier', 'info', 'id');
  if (id === undefined) return {};
  return typeof id === 'string' && identifier.test(id) ? { id } : { isInvalid: true };
}

/** The extensions of a challenge as its payment repeats them, with an identifier where the seller reads one. */
export function repeated(extensions: unknown, id: string): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(extensions)) return undefined;
  const { 'payment-identifier': declared } = extensions;
  if (!isObject(declared)) return extensions;
  const info = isObject(declared.info) ? declared.info : {};
  return { ...extensions, 'payment-identifier': { ...declared, info: { ...info, id } } };
}
