import { constantsIn, propertiesOf } from '../json-schema/walk.ts';
import type { HostView, Model, Transport } from '../model/types.ts';
import { code, symbol, typeSymbol, variable } from '../output/code.ts';
import { printModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import type { Emitter } from './emitter.ts';
import { docstring, literal } from './typescript/literal.ts';
import { type Variant, variants } from './typescript/variants.ts';

/** Emits how payments travel over HTTP, once for all hosts that agree. */
export const transport: Emitter = {
  name: 'transport',
  emit(model) {
    const forms = formsOf(model);
    if (forms.length === 0) return [];
    const type = typeSymbol('TransportDefinition', '@tollwright/runtime/operation/host');
    const doc = docstring('How payments travel over HTTP: headers, and the error that answers each refusal.');
    const declared = forms.map(
      ({ value, suffix }) =>
        code`${doc}\nexport const ${variable(`x402Transport${suffix}`)}: ${type} = ${literal(definitionOf(value))};`,
    );
    const sources = sourcesOf(
      model,
      [...model.sources.keys()].filter((entity) => entity.startsWith('transport/')),
    );
    return [printModule({ path: 'transport.ts', emitter: 'transport', sources }, declared)];
  },
};

/** The transport of a host, as its module refers to it; `undefined` for a host without payments. */
export function transportOf(model: Model, view: HostView) {
  const form = formsOf(model).find(({ views }) => views.includes(view));
  return form && symbol(`x402Transport${form.suffix}`, 'transport.ts');
}

function formsOf({ hosts }: Model): Variant<Transport>[] {
  const found = hosts.flatMap((view) => {
    const value = view.host.payment?.transport;
    return value ? [{ view, value }] : [];
  });
  return variants(found, (value) => JSON.stringify(value));
}

/** A transport as the runtime reads it: of receipts the fields that they have in common, and of payments no schema. */
function definitionOf(transport: Transport) {
  const { schemas: _, ...payment } = transport.payment;
  const { headers, success, failure } = transport.receipt;
  const fixed = { success: constantsIn(propertiesOf(success)), failure: constantsIn(propertiesOf(failure)) };
  return { ...transport, payment, receipt: { headers, ...fixed } };
}
