import type { Json } from '../../contract.ts';
import { changeAt, fieldName, isOfRequest, levelAt, rulesOf } from '../keyword-changes.ts';
import type { Operator } from '../mutant.ts';
import { replacing } from '../schema-edit.ts';

/** Each value of an enumeration dropped where callers send it, and one added. */
export const members: Operator = {
  name: 'member',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'enum')) {
      const all = levelAt(contract, rule)?.enum;
      if (!Array.isArray(all)) continue;
      const name = fieldName(rule);
      for (const added of additions(all)) {
        const more = replacing('enum', (values) => (Array.isArray(values) ? [...values, added] : undefined));
        yield* changeAt(contract, rule, `\`${name}\` may be ${JSON.stringify(added)} too`, more);
      }
      for (const member of isOfRequest(rule) ? all : []) {
        const fewer = replacing('enum', (values) =>
          Array.isArray(values) ? values.filter((one) => one !== member) : undefined,
        );
        yield* changeAt(contract, rule, `\`${name}\` may not be ${JSON.stringify(member)}`, fewer);
      }
    }
  },
};

/** Values that gateways take by mistake: another case, and the empty one. What nobody can guess is no mistake. */
function additions(all: readonly Json[]): readonly Json[] {
  const [first] = all;
  const others = typeof first === 'string' ? [first.toUpperCase(), first.toLowerCase(), ''] : [null];
  return [...new Set(others)].filter((each) => !all.includes(each));
}
