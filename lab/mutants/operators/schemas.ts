/** Operators on schemas: each changes the rules of some keywords. */

import type { Contract, Json, JsonSchema, Rule } from '#conformance/contract/contract.ts';
import { catalogsOf } from '#conformance/oracle/catalogs.ts';
import { validatorOf } from '#conformance/oracle/schema.ts';
import { requiredOf, typesOf } from '#conformance/oracle/shapes.ts';
import { operationOf, withOperation } from '../edit.ts';
import type { Operator } from '../mutant.ts';
import {
  changeAt,
  editAt,
  editSchema,
  fieldName,
  isOfRequest,
  levelAt,
  replacing,
  rulesOf,
  without,
} from '../schema-edit.ts';

/** The direction in which each bound accepts more. */
const looser: Readonly<Record<string, 1 | -1>> = {
  minimum: -1,
  exclusiveMinimum: -1,
  minLength: -1,
  minItems: -1,
  minProperties: -1,
  maximum: 1,
  exclusiveMaximum: 1,
  maxLength: 1,
  maxItems: 1,
  maxProperties: 1,
};

/** Moves each bound by one step in both directions. Responses may keep to tighter bounds, so theirs only get looser. */
export const bounds: Operator = {
  name: 'bound',
  *changes(contract) {
    for (const rule of rulesOf(contract, ...Object.keys(looser))) {
      const keyword = rule.schema?.keyword ?? '';
      for (const side of isOfRequest(rule) ? [1, -1] : [1]) {
        const by = side * (looser[keyword] ?? 1);
        const moved = replacing(keyword, (value, schema) => move(value, by, schema));
        const words = `\`${keyword}\` of \`${fieldName(rule)}\` is one step ${side > 0 ? 'looser' : 'tighter'}`;
        yield* changeAt(contract, rule, words, moved);
      }
    }
  },
};

/** Moves a bound by one step of its values; sizes stay whole and do not become negative. */
function move(value: Json, by: number, schema: JsonSchema): Json | undefined {
  if (typeof value !== 'number') return undefined;
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : schema.type === 'number' ? 0.5 : 1;
  const moved = value + by * step;
  const counted = schema.type !== 'number' && schema.type !== 'integer';
  return counted && moved < 0 ? undefined : moved;
}

/** Drops each value of an enumeration in requests, and adds a value. */
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
        const fewer = replacing('enum', (values) =>
          Array.isArray(values) ? withoutMember(values, member) : undefined,
        );
        yield* changeAt(contract, rule, `\`${name}\` may not be ${JSON.stringify(member)}`, fewer);
      }
    }
  },
};

/** Removes a member from a list. An enumeration cannot be empty, so the only member is replaced. */
function withoutMember(all: readonly Json[], member: Json): readonly Json[] {
  const rest = all.filter((one) => one !== member);
  return rest.length > 0 ? rest : [`other than ${member}`];
}

/** Values that a gateway may accept or return by mistake; it returns none with added letters. */
function additionsTo(rule: Rule, all: readonly Json[]): readonly Json[] {
  if (!isOfRequest(rule)) return otherCases(all);
  return rule.schema?.in === 'params' ? longer(all) : [...otherCases(all), ...longer(all)];
}

/** The first value in upper and lower case, which gateways accept by mistake; in a path it may name the same resource. */
function otherCases(all: readonly Json[]): readonly Json[] {
  const [first] = all;
  const others = typeof first === 'string' ? [first.toUpperCase(), first.toLowerCase()] : [null];
  return [...new Set(others)].filter((each) => !all.includes(each));
}

/** The first value with one more letter, which gateways accept if they compare only prefixes. */
function longer(all: readonly Json[]): readonly Json[] {
  const [first] = all;
  return typeof first === 'string' && !all.includes(`${first}s`) ? [`${first}s`] : [];
}

/** Changes each constant. */
export const constants: Operator = {
  name: 'constant',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'const')) {
      yield* changeAt(contract, rule, `\`${fieldName(rule)}\` has another constant`, replacing('const', otherThan));
    }
  },
};

/** A different value of the same type. */
export function otherThan(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}.` : null;
}

/** Changes each default to a different value that the field may have. */
export const defaults: Operator = {
  name: 'default',
  *changes(contract) {
    const judge = validatorOf(contract, catalogsOf(contract));
    for (const rule of rulesOf(contract, 'default')) {
      const other = (value: Json, schema: JsonSchema) =>
        othersThan(value, schema).find((each) => judge.valid(schema, each));
      yield* changeAt(contract, rule, `\`${fieldName(rule)}\` has another default`, replacing('default', other));
    }
  },
};

function othersThan(value: Json, schema: JsonSchema): readonly Json[] {
  const members = Array.isArray(schema.enum) ? schema.enum.filter((each) => each !== value) : [];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [...members, value + 1, value - 1, value / 2];
  if (typeof value === 'string') return [...members, `${value}x`];
  if (Array.isArray(value)) return [value.slice(0, -1), value.slice(1), []];
  return members;
}

/** Makes each required field optional, and each optional field of a request required. */
export const presence: Operator = {
  name: 'presence',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'required')) {
      const name = rule.schema?.path.at(-1) ?? '';
      yield* changeAt(contract, rule, `\`${fieldName(rule)}\` may be left out`, (schema) => {
        const required = requiredOf(schema);
        if (!required.includes(name)) return undefined;
        return { ...schema, required: required.filter((each) => each !== name) };
      });
    }
    yield* requiringMore(contract);
  },
};

function* requiringMore(contract: Contract) {
  for (const rule of rulesOf(contract, 'type', 'default').filter(isOfRequest)) {
    const { schema: place } = rule;
    const name = place?.path.at(-1);
    if (!place || name === undefined || name === 'items' || name === '*' || !saysOptional(contract, rule)) continue;
    const above: Rule = { ...rule, schema: { ...place, path: place.path.slice(0, -1), keyword: 'properties' } };
    const changed = editAt(contract, above, (schema) => {
      const { properties } = schema;
      if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, name)) return undefined;
      const required = requiredOf(schema);
      return required.includes(name) ? undefined : { ...schema, required: [...required, name] };
    });
    const description = `\`${fieldName(rule)}\` may not be left out`;
    if (changed) yield { rule: presenceRule(contract, rule) ?? rule, description, contract: changed };
  }
}

/** The rule about whether a field is required; it exists where the documents leave that open. */
function presenceRule(contract: Contract, rule: Rule): Rule | undefined {
  return rulesOf(contract, 'required').find((other) => isOfSameField(other, rule));
}

function isOfSameField({ operation, schema }: Rule, other: Rule): boolean {
  return (
    operation === other.operation &&
    schema?.in === other.schema?.in &&
    schema?.path.join('/') === other.schema?.path.join('/')
  );
}

/**
 * True for the rule that shows that a field is optional: the rule of its default if it is asserted and observable, else
 * the rule of its type.
 */
function saysOptional({ rules }: Contract, rule: Rule): boolean {
  const isHeld = ({ tier, status, unobservable }: Rule) =>
    tier === 'must' && status !== 'conflict' && unobservable === undefined;
  if (rule.schema?.keyword === 'default') return isHeld(rule);
  const isDefault = (other: Rule) => isHeld(other) && other.schema?.keyword === 'default' && isOfSameField(other, rule);
  return !rules.some(isDefault);
}

/** Drops each type, and accepts numbers and booleans of requests as strings, and null. */
export const types: Operator = {
  name: 'type',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'type')) {
      const name = fieldName(rule);
      yield* changeAt(contract, rule, `\`${name}\` may be of any type`, (schema) => {
        const { type, ...rest } = schema;
        return type === undefined ? undefined : rest;
      });
      if (!isOfRequest(rule) || rule.schema?.in !== 'body') continue;
      yield* changeAt(contract, rule, `\`${name}\` may be a string`, (schema) => {
        const allowed = typesOf(schema);
        const spelled = allowed.some((type) => ['integer', 'number', 'boolean'].includes(type));
        return spelled && !allowed.includes('string') ? { ...schema, type: [...allowed, 'string'] } : undefined;
      });
      yield* changeAt(contract, rule, `\`${name}\` may be null`, (schema) => {
        const allowed = typesOf(schema);
        return allowed.length > 0 && !allowed.includes('null') ? { ...schema, type: [...allowed, 'null'] } : undefined;
      });
    }
  },
};

/** Drops each pattern and format, and the first and the last anchor of each pattern. */
export const texts: Operator = {
  name: 'text',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'pattern', 'format')) {
      const keyword = rule.schema?.keyword ?? '';
      const name = fieldName(rule);
      yield* changeAt(contract, rule, `\`${keyword}\` of \`${name}\` is ignored`, without(keyword));
      if (keyword !== 'pattern') continue;
      yield* changeAt(contract, rule, `\`${name}\` may begin with anything`, replacing('pattern', openedAtStart));
      yield* changeAt(contract, rule, `\`${name}\` may end with anything`, replacing('pattern', openedAtEnd));
    }
  },
};

function openedAtStart(pattern: Json): string | undefined {
  return typeof pattern === 'string' && pattern.startsWith('^') ? pattern.slice(1) : undefined;
}

function openedAtEnd(pattern: Json): string | undefined {
  return typeof pattern === 'string' && pattern.endsWith('$') ? pattern.slice(0, -1) : undefined;
}

/** Keywords that other operators change. */
const known = new Set(
  [
    ['required', 'default', 'enum', 'type', 'pattern', 'format', 'const', 'catalog'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
    ['minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ].flat(),
);

/** Drops every other keyword of a schema. */
export const otherKeywords: Operator = {
  name: 'keyword',
  *changes(contract) {
    for (const rule of contract.rules) {
      const { schema: place } = rule;
      if (!place || known.has(place.keyword)) continue;
      yield* changeAt(
        contract,
        rule,
        `\`${place.keyword}\` of \`${fieldName(rule)}\` is ignored`,
        without(place.keyword),
      );
    }
  },
};

/** Rejects unknown keys where they are ignored, and ignores them where they are rejected. */
export const unknownKeys: Operator = {
  name: 'unknown-keys',
  *changes(contract) {
    for (const rule of contract.rules.filter(({ kind }) => kind === 'unknown-keys')) {
      const operation = operationOf(contract, rule.operation);
      const { body } = operation;
      if (!body || body.unknownKeys === 'unknown') continue;
      const rejects = body.unknownKeys === 'ignored';
      const edited = editSchema(contract.schemas, body.schema, [], rejects ? closed : opened);
      // A body that rejects them may be closed by its operation alone.
      const schema = edited ?? (rejects ? undefined : body.schema);
      if (!schema) continue;
      const changed = { ...body, schema, unknownKeys: rejects ? ('rejected' as const) : ('ignored' as const) };
      yield {
        rule,
        description: `unknown keys are ${changed.unknownKeys}`,
        contract: withOperation(contract, operation.id, (each) => ({ ...each, body: changed })),
      };
    }
  },
};

const closings = ['additionalProperties', 'unevaluatedProperties'];

function closed(schema: JsonSchema): JsonSchema | undefined {
  return schema.properties === undefined ? undefined : { ...schema, additionalProperties: false };
}

function opened(schema: JsonSchema): JsonSchema | undefined {
  if (!closings.some((keyword) => schema[keyword] === false)) return undefined;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !closings.includes(keyword)));
}
