import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestCatalogNarrowed = narrowedField('request-catalog-narrowed', {
  scope: 'request-field',
  group: 'catalog',
  title: 'A request takes only keys of a catalog',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample(
    'request',
    '{ type: string }',
    '{ type: string, catalog: languages, error: unknown-language }',
    ['request-catalog-widened'],
  ),
});
