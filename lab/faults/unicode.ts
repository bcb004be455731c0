import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { changeField, changeValidator } from '../toolkit/requests.ts';
import { defineFaults } from './fault.ts';

/** A text as long as another one is by a wrong count. */
const counted = (count: (text: string) => number) => (value: unknown) =>
  typeof value === 'string' ? 'a'.repeat(count(value)) : value;

/** Sizes of any model; every model has the usual one. */
const allSizes = new Set(imageModelsEntries.flatMap(({ rates }) => Object.keys(rates)));

const lowered = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toLowerCase().trim();
  return Array.isArray(value) ? value.map(lowered) : value;
};

/** Texts that are counted, compared or matched by something else than their characters. */
export const unicode = defineFaults('unicode', [
  {
    name: 'a query whose length is counted in bytes',
    rule: 'search.query.max-length',
    level: 'paid',
    only: ['search.query.*'],
    alter: changeField(
      'search',
      'query',
      counted((text) => Buffer.byteLength(text)),
    ),
  },
  {
    name: 'a query whose length is counted in words',
    rule: 'search.query.max-length',
    level: 'paid',
    only: ['search.query.*'],
    alter: changeField(
      'search',
      'query',
      counted((text) => text.split(/\s/).filter((word) => word !== '').length),
    ),
  },
  {
    name: 'a long query that is cut instead of refused',
    rule: 'search.query.max-length',
    level: 'paid',
    only: ['search.*'],
    alter: changeField('search', 'query', (value) => (typeof value === 'string' ? value.slice(0, 1000) : value)),
  },
  {
    name: 'an empty query that is padded',
    rule: 'search.query.min-length',
    level: 'paid',
    only: ['search.*'],
    alter: changeField('search', 'query', (value) => (value === '' ? ' ' : value)),
  },
  {
    name: 'sources in any case',
    rule: 'search.sources.items.enum',
    level: 'paid',
    only: ['search.*'],
    alter: changeField('search', 'sources', lowered),
  },
  {
    name: 'sources that are not known left out',
    rule: 'search.sources.items.enum',
    level: 'paid',
    only: ['search.*'],
    alter: changeField('search', 'sources', (value) =>
      Array.isArray(value)
        ? value.filter((each) => typeof each !== 'string' || ['x', 'web', 'news'].includes(each))
        : value,
    ),
  },
  {
    name: 'roles in any case',
    rule: 'create-chat-completion.messages.items.role.enum',
    level: 'paid',
    only: ['create-chat-completion.messages.*'],
    alter: changeField('create-chat-completion', 'messages', (value) =>
      Array.isArray(value)
        ? value.map((each) => (Object(each).role ? { ...each, role: lowered(each.role) } : each))
        : value,
    ),
  },
  {
    name: 'a tier in any case',
    host: 'account',
    rule: 'create-chat-completion.service-tier.enum',
    level: 'paid',
    only: ['create-chat-completion.service-tier.*'],
    alter: changeField('create-chat-completion', 'service_tier', lowered),
  },
  {
    name: 'model ids in any case',
    rule: 'generate-image.model.catalog',
    level: 'paid',
    only: ['generate-image.*'],
    alter: changeField('generate-image', 'model', lowered),
  },
  {
    name: 'model ids that are found by their beginning',
    rule: 'generate-image.model.catalog',
    level: 'paid',
    only: ['generate-image.*'],
    alter: changeField('generate-image', 'model', (value) =>
      typeof value === 'string' && value.startsWith('acme/img-a1') ? 'acme/img-a1' : value,
    ),
  },
  {
    name: 'a model id that every object inherits',
    rule: 'generate-image.model.catalog',
    level: 'paid',
    only: ['generate-image.*'],
    alter: changeField('generate-image', 'model', (value) =>
      typeof value === 'string' && value in {} ? 'acme/img-a1' : value,
    ),
  },
  {
    name: 'a size that every object inherits',
    rule: 'generate-image.size-offered',
    level: 'paid',
    only: ['generate-image.*'],
    alter: changeField('generate-image', 'size', (value) =>
      typeof value === 'string' && value in {} ? '1024x1024' : value,
    ),
  },
  {
    name: 'sizes of other models',
    rule: 'generate-image.size-offered',
    level: 'paid',
    only: ['generate-image.size*'],
    alter: changeField('generate-image', 'size', (value) => (allSizes.has(String(value)) ? '1024x1024' : value)),
  },
  ...Object.entries({
    'a phone number with a line break at its end': (text: string) => text.replace(/\n$/, ''),
    'a phone number with digits of another script': (text: string) =>
      text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)),
    'a phone number with dashes in it': (text: string) => text.replaceAll('-', ''),
    'a phone number without its plus': (text: string) => (/^\d/.test(text) ? `+${text}` : text),
    'a phone number with blanks around it': (text: string) => text.trim(),
    'a phone number of any length': (text: string) => (/^\+\d{16,}$/.test(text) ? text.slice(0, 12) : text),
    'a phone number with letters after it': (text: string) => text.replace(/(?<=\d)[a-z]+$/, ''),
  }).map(([name, mend]) => ({
    name,
    rule: 'lookup-phone.phone-number.pattern',
    only: ['lookup-phone.*'],
    alter: changeField('lookup-phone', 'phoneNumber', (value) => (typeof value === 'string' ? mend(value) : value)),
  })),
  {
    name: 'a strict body made lax',
    rule: 'lookup-phone.unknown-keys',
    only: ['lookup-phone.*'],
    alter: changeValidator('lookup-phone', 'body', (validate) => (input) => {
      const { phoneNumber } = Object(input);
      return validate(phoneNumber === undefined ? input : { phoneNumber });
    }),
  },
]);
