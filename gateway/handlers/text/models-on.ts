import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { textModelsEntries } from '#generated/catalogs/text-models.ts';

/** The text models that a host has; the test host has a smaller catalog. */
export function modelsOn({ id }: Pick<HostDefinition, 'id'>) {
  return id === 'test' ? textModelsEntries.filter((entry) => entry.on_test) : textModelsEntries;
}
