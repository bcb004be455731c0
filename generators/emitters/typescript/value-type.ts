import type { Type } from '../../cel/compile/types.ts';
import { type Code, code, join } from '../../output/code.ts';

/** The TypeScript type of values of a type. */
export function typeCode(type: Type): Code {
  switch (type.is) {
    case 'integer':
    case 'double':
      return 'number';
    case 'list':
      return code`readonly (${typeCode(type.items)})[]`;
    case 'record':
      return code`Readonly<Record<string, ${typeCode(type.values)}>>`;
    case 'object': {
      const fields = [...type.fields].map(
        ([name, field]) => code`readonly ${JSON.stringify(name)}${field.optional ? '?' : ''}: ${typeCode(field.type)};`,
      );
      return code`{ ${join(fields, ' ')} }`;
    }
    default:
      return type.is;
  }
}
