import { constantsIn, propertiesOf } from '../json-schema/walk.ts';
import { type Selectable, selectable, transportsOf } from '../model/hosts.ts';
import { at } from '../model/spec.ts';
import { viewTransport } from '../model/view/transport.ts';
import { type Check, type CheckContext, refer } from './context.ts';
import { equal } from './keywords.ts';
import { mistakeIn } from './mistake.ts';
import { transportSchemas, withParts } from './schema-sites.ts';

/** Checks the errors and schemas of transports, that a host has one transport, and that servers can write its receipts. */
export const checkTransports: Check = (context) => {
  const { spec, diagnostics } = context;
  for (const entry of spec.all('transport').values()) {
    for (const [reason, error] of Object.entries(entry.value.refusals ?? {}))
      refer(context, 'error', typeof error === 'string' ? error : error.error, entry, ['refusals', reason]);
    for (const site of transportSchemas(entry))
      for (const { schema, path } of withParts(site.schema, site.path))
        if (schema.$ref !== undefined) diagnostics.report('transport-schema-reference', at(entry, [...path, '$ref']));
  }
  for (const host of selectable(spec)) {
    const [first, ...more] = transportsOf(host, spec);
    for (const entry of more.filter(({ file }) => file.depth === first?.file.depth))
      diagnostics.report('transport-duplicate', entry.name, host.id, first?.id ?? '');
    if (!spec.get('host', host.id)?.value.payment) continue;
    checkReceipts(context, host);
    checkPayload(context, host);
  }
};

/** The fields that servers know of a payment, as they may be. */
const known = { transaction: `0x${'0'.repeat(64)}`, network: 'eip155:8453', payer: `0x${'0'.repeat(40)}` };

/** Checks that receipts are what servers write, and that their constants tell a failure from a success. */
function checkReceipts({ spec, diagnostics }: CheckContext, host: Selectable): void {
  const { success, failure } = viewTransport(host, spec).receipt;
  const constants = { success: constantsIn(propertiesOf(success)), failure: constantsIn(propertiesOf(failure)) };
  const stated = transportsOf(host, spec);
  const places = (['success', 'failure'] as const).flatMap((outcome) => {
    const entry = stated.find(({ value }) => value.receipt?.[outcome]);
    return entry ? [{ outcome, place: at(entry, ['receipt', outcome], 'key') }] : [];
  });
  for (const { outcome, place } of places) {
    const receipt = { ...known, ...constants[outcome] };
    const mistake = mistakeIn(receipt, { success, failure }[outcome], unnamed);
    if (mistake !== undefined) diagnostics.report('receipt-unwritten', place, outcome, host.id, mistake);
  }
  const { success: own, failure: other } = constants;
  const differ = Object.keys(own).some((name) => name in other && !equal(own[name], other[name]));
  if (places[0] && !differ) diagnostics.report('receipts-alike', places[0].place, host.id);
}

/** Checks that what clients write is a payment, in each version that is read. */
function checkPayload({ spec, diagnostics }: CheckContext, host: Selectable): void {
  const { versions, schemas } = viewTransport(host, spec).payment;
  const entry = transportsOf(host, spec).find(({ value }) => value.payment?.schemas);
  const network = spec.get('network', spec.get('host', host.id)?.value.payment?.network ?? '')?.value.caip2 ?? '';
  const payload = network.startsWith('solana:')
    ? { transaction: 'AQ==' }
    : { signature: `0x${'0'.repeat(130)}`, authorization };
  for (const version of versions) {
    const schema = schemas[version];
    const terms = version === 1 ? { scheme: 'exact', network } : { accepted: { ...accepted, network } };
    const mistake = schema && mistakeIn({ x402Version: version, ...terms, payload }, schema, unnamed);
    if (entry && mistake !== undefined)
      diagnostics.report('payment-unwritten', at(entry, ['payment', 'schemas'], 'key'), `${version}`, host.id, mistake);
  }
}

const accepted = {
  scheme: 'exact',
  amount: '1',
  asset: known.payer,
  payTo: known.payer,
  maxTimeoutSeconds: 60,
  extra: {},
};

const authorization = {
  ...{ from: known.payer, to: known.payer, value: '1', validAfter: '0', validBefore: '1', nonce: known.transaction },
};

/** References are reported by themselves. */
const unnamed = { schema: () => ({}), keys: () => [] };
