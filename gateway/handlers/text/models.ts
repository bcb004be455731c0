import { decimal } from '@tollwright/runtime/money/formula';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { textModelsEntries } from '#generated/catalogs/text-models.ts';
import type { Handlers } from '#generated/handlers.ts';

/** Decimal places between a price for a million tokens and one for a single token. */
const million = 6;

/** Lists the text models with their prices in USD per token. */
export function listModels(): Handlers['list-models'] {
  return ({ host }) => ({ status: 200, body: { object: 'list', data: modelsOn(host).map(describe) } });
}

function describe({
  id,
  label,
  categories,
  context_window,
  max_output,
  input,
  output,
}: ReturnType<typeof modelsOn>[number]) {
  return {
    id,
    object: 'model',
    name: label,
    description: `A model for ${categories.join(', ')}.`,
    context_window,
    max_output,
    categories,
    pricing: { input: perToken(input), output: perToken(output), currency: 'USD', unit: 'token' },
  };
}

/** Divides a price for a million tokens, exactly. */
function perToken(price: string): string {
  const [whole = '', rest = ''] = price.split('.');
  return decimal(BigInt(whole + rest), rest.length + million);
}

/** The text models that a host has; the test host has a smaller catalog. */
export function modelsOn({ id }: Pick<HostDefinition, 'id'>) {
  return id === 'test' ? textModelsEntries.filter((entry) => entry.on_test) : textModelsEntries;
}
