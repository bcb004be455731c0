import type { Type } from '../../cel/compile/types.ts';
import type { Kind } from '../prices/parameter.ts';

/** The TypeScript type of what an argument holds; `useEntry` imports the type of a catalog's entries. */
export function typeOfKind(kind: Kind, useEntry: (catalog: string) => string): string {
  if (kind.is === 'double') return 'number';
  if (kind.is === 'count') return kind.big ? 'bigint' : 'number';
  const { type } = kind;
  return type.is === 'object' && type.catalog !== undefined ? useEntry(type.catalog) : typeText(type);
}

/** The TypeScript type of values of a type. */
export function typeText(type: Type): string {
  switch (type.is) {
    case 'integer':
    case 'double':
      return 'number';
    case 'list':
      return `readonly (${typeText(type.items)})[]`;
    case 'record':
      return `Readonly<Record<string, ${typeText(type.values)}>>`;
    case 'object': {
      const fields = [...type.fields].map(
        ([name, field]) => `readonly ${JSON.stringify(name)}${field.optional ? '?' : ''}: ${typeText(field.type)};`,
      );
      return `{ ${fields.join(' ')} }`;
    }
    default:
      return type.is;
  }
}
