import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responseCatalogWidened = widenedField('response-catalog-widened', {
  scope: 'response-field',
  group: 'catalog',
  title: 'A response has more than the keys of a catalog',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample('response', '{ type: string, catalog: languages }', '{ type: string }', [
    'response-catalog-narrowed',
  ]),
});
