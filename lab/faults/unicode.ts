import { imageModelsEntries } from '#generated/catalogs/image-models.ts';
import { changeField, changeValidator } from '../toolkit/requests.ts';
import { defineFaults } from './fault.ts';

/** A text whose length is the wrong count of another text. */
const counted = (count: (text: string) => number) => (value: unknown) =>
  typeof value === 'string' ? 'a'.repeat(count(value)) : value;

/** Sizes of any model; every model has the usual one. */
const allSizes = new Set(imageModelsEntries.flatMap(({ rates }) => Object.keys(rates)));

const lowered = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toLowerCase().trim();
  return Array.isArray(value) ? value.map(lowered) : value;
};

/** Texts that are not counted, compared or matched by their characters. */
export const unicode = defineFaults('unicode', [
  {
    name: 'counts the length of a query in bytes',
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
    name: 'counts the length of a query in words',
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
    name: 'truncates a query that is too long',
    rule: 'search.query.max-length',
    level: 'paid',
    only: ['search.*'],
    alter: changeField('search', 'query', (value) => (typeof value === 'string' ? value.slice(0, 1000) : value)),
  },
  {
    name: 'accepts an empty query',
    rule: 'search.query.min-length',
    level: 'paid',
    only: ['search.*'],
    alter: changeField('search', 'query', (value) => (value === '' ? ' ' : value)),
  },
  {
    name: 'accepts sources in any case',
    rule: 'search.sources.items.enum',
    level: 'paid',
    only: ['search.*'],
    alter: changeField('search', 'sources', lowered),
  },
  {
    name: 'ignores unknown sources',
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
    name: 'accepts roles in any case',
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
    name: 'accepts a service tier in any case',
    host: 'account',
    rule: 'create-chat-completion.service-tier.enum',
    level: 'paid',
    only: ['create-chat-completion.service-tier.*'],
    alter: changeField('create-chat-completion', 'service_tier', lowered),
  },
  {
    name: 'accepts model ids in any case',
    rule: 'generate-image.model.catalog',
    level: 'paid',
    only: ['generate-image.*'],
    alter: changeField('generate-image', 'model', lowered),
  },
  {
    name: 'accepts model ids that begin with a known one',
    rule: 'generate-image.model.catalog',
    level: 'paid',
    only: ['generate-image.*'],
    alter: changeField('generate-image', 'model', (value) =>
      typeof value === 'string' && value.startsWith('acme/img-a1') ? 'acme/img-a1' : value,
    ),
  },
  {
    name: 'accepts inherited property names as model ids',
    rule: 'generate-image.model.catalog',
    level: 'paid',
    only: ['generate-image.*'],
    alter: changeField('generate-image', 'model', (value) =>
      typeof value === 'string' && value in {} ? 'acme/img-a1' : value,
    ),
  },
  {
    name: 'accepts inherited property names as sizes',
    rule: 'generate-image.size-offered',
    level: 'paid',
    only: ['generate-image.*'],
    alter: changeField('generate-image', 'size', (value) =>
      typeof value === 'string' && value in {} ? '1024x1024' : value,
    ),
  },
  {
    name: 'accepts sizes of other models',
    rule: 'generate-image.size-offered',
    level: 'paid',
    only: ['generate-image.size*'],
    alter: changeField('generate-image', 'size', (value) => (allSizes.has(String(value)) ? '1024x1024' : value)),
  },
  ...Object.entries({
    'accepts a phone number with a trailing line break': (text: string) => text.replace(/\n$/, ''),
    'accepts a phone number with dashes': (text: string) => text.replaceAll('-', ''),
    'accepts a phone number without its plus': (text: string) => (/^\d/.test(text) ? `+${text}` : text),
    'accepts a phone number with surrounding spaces': (text: string) => text.trim(),
    'accepts a phone number of any length': (text: string) => (/^\+\d{16,}$/.test(text) ? text.slice(0, 12) : text),
    'accepts a phone number followed by letters': (text: string) => text.replace(/(?<=\d)[a-z]+$/, ''),
  }).map(([name, mend]) => ({
    name,
    rule: 'lookup-phone.phone-number.pattern',
    only: ['lookup-phone.*'],
    alter: changeField('lookup-phone', 'phoneNumber', (value) => (typeof value === 'string' ? mend(value) : value)),
  })),
  {
    name: 'ignores unknown keys that must be rejected',
    rule: 'lookup-phone.unknown-keys',
    only: ['lookup-phone.*'],
    alter: changeValidator('lookup-phone', 'body', (validate) => (input) => {
      const { phoneNumber } = Object(input);
      return validate(phoneNumber === undefined ? input : { phoneNumber });
    }),
  },
]);
