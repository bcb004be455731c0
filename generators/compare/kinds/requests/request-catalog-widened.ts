import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestCatalogWidened = widenedField('request-catalog-widened', {
  scope: 'request-field',
  group: 'catalog',
  title: 'A request takes more than the keys of a catalog',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample(
    'request',
    '{ type: string, catalog: languages, error: unknown-language }',
    '{ type: string }',
    ['request-catalog-narrowed'],
  ),
});
