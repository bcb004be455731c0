import type { Json, Rule } from '#conformance/contract/contract.ts';
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
      for (const another of additionsTo(rule, all)) {
        const more = replacing('enum', (values) => (Array.isArray(values) ? [...values, another] : undefined));
        yield* changeAt(contract, rule, `\`${name}\` may be ${JSON.stringify(another)} too`, more);
      }
      for (const member of isOfRequest(rule) ? all : []) {
        const fewer = replacing('enum', (values) => (Array.isArray(values) ? without(values, member) : undefined));
        yield* changeAt(contract, rule, `\`${name}\` may not be ${JSON.stringify(member)}`, fewer);
      }
    }
  },
};

/** A list without a member; the list of that member alone has another one then, for no schema lists nothing. */
function without(all: readonly Json[], member: Json): readonly Json[] {
  const rest = all.filter((one) => one !== member);
  return rest.length > 0 ? rest : [`other than ${member}`];
}

/** Values that a gateway may take or give by mistake: no gateway adds letters to what it gives. */
function additionsTo(rule: Rule, all: readonly Json[]): readonly Json[] {
  if (!isOfRequest(rule)) return otherCases(all);
  return rule.schema?.in === 'params' ? longer(all) : [...otherCases(all), ...longer(all)];
}

/** The first value in another case, which gateways accept by mistake; in a path it may name the same resource. */
function otherCases(all: readonly Json[]): readonly Json[] {
  const [first] = all;
  const others = typeof first === 'string' ? [first.toUpperCase(), first.toLowerCase()] : [null];
  return [...new Set(others)].filter((each) => !all.includes(each));
}

/** The first value with a letter more, which gateways accept that look at its beginning. */
function longer(all: readonly Json[]): readonly Json[] {
  const [first] = all;
  return typeof first === 'string' && !all.includes(`${first}s`) ? [`${first}s`] : [];
}
