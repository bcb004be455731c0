import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responseCatalogNarrowed = narrowedField('response-catalog-narrowed', {
  scope: 'response-field',
  group: 'catalog',
  title: 'A response has only keys of a catalog',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample('response', '{ type: string }', '{ type: string, catalog: languages }', [
    'response-catalog-widened',
  ]),
});
