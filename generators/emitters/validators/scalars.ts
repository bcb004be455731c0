import type { Json, JsonSchema } from '../../model/types.ts';
import { type Code, code, join, member, variable } from '../../output/code.ts';
import { literal } from '../typescript/literal.ts';
import { assign, type Statement, when } from './statement.ts';
import { type CheckCode, type IssuePlace, placeCode, report, type Writer } from './writer.ts';

/** Writes the checks that apply to texts only. */
export function writeString(schema: JsonSchema, value: Code, place: IssuePlace, writer: Writer): Statement[] {
  const lines: Statement[] = [];
  const check = (keyword: string, broken: Code, limit: Json) =>
    lines.push(when(broken, report(writer, place, keyword, limit)));
  const { minLength, maxLength, pattern, format } = schema;

  if (typeof minLength === 'number' && minLength > 0) {
    const broken =
      minLength === 1 ? code`${value} === ''` : code`${writer.helper('isShorter')}(${value}, ${minLength})`;
    check('minLength', broken, minLength);
  }
  if (typeof maxLength === 'number') {
    check('maxLength', code`${writer.helper('isLonger')}(${value}, ${maxLength})`, maxLength);
  }
  if (typeof pattern === 'string') {
    const name = writer.hoist(`${nameOf(place)}Pattern`, String(new RegExp(pattern, 'u')));
    check('pattern', code`!${name}.test(${value})`, pattern);
  }
  if (typeof format === 'string') {
    check('format', code`!${member(writer.helper('hasFormat'), format)}(${value})`, format);
  }
  return lines;
}

/** Writes the checks that apply to numbers only. */
export function writeNumber(schema: JsonSchema, value: Code, place: IssuePlace, writer: Writer): Statement[] {
  const bounds = [
    ['minimum', '<'],
    ['maximum', '>'],
    ['exclusiveMinimum', '<='],
    ['exclusiveMaximum', '>='],
  ] as const;
  const lines = bounds.flatMap(([keyword, operator]) => {
    const bound = schema[keyword];
    if (typeof bound !== 'number') return [];
    return [when(code`${value} ${operator} ${bound}`, report(writer, place, keyword, bound))];
  });
  const { multipleOf } = schema;
  if (typeof multipleOf !== 'number') return lines;
  const broken = code`!${writer.helper('isMultipleOf')}(${value}, ${multipleOf})`;
  return [...lines, when(broken, report(writer, place, 'multipleOf', multipleOf))];
}

/** Writes the checks of keywords that name the allowed values. */
export function writeValues(schema: JsonSchema, value: Code, place: IssuePlace, writer: Writer): Statement[] {
  const lines: Statement[] = [];
  if (Array.isArray(schema.enum)) {
    lines.push(...writeEnum(schema.enum, value, place, writer));
  }
  if (schema.const !== undefined) {
    lines.push(when(differs(value, schema.const, writer), report(writer, place, 'const', schema.const)));
  }
  return lines;
}

/** Writes the check that a text is a key of a catalog; one that may leave its prefix out is filled in whole. */
export function writeCatalog(schema: JsonSchema, value: Code, place: IssuePlace, writer: Writer): CheckCode {
  if (typeof schema.catalog !== 'string') return { lines: [] };
  const guard = schema.type === 'string' ? '' : code`typeof ${value} === 'string' && `;
  const map = writer.catalog(schema.catalog);
  const refused = writer.lists(schema.error)
    ? code`${writer.helper('report')}(issues, ${placeCode(place)}, "catalog", [...${map}.keys()], ${literal(schema.error)});`
    : report(writer, place, 'catalog', writer.listing(schema.catalog), schema.error);
  if (schema.prefix !== 'optional') return { lines: [when(code`${guard}!${map}.has(${value})`, refused)] };
  const filled = writer.local('whole');
  const found = assign(filled, code`${writer.helper('wholeKey')}(${map}, ${value})`);
  return { lines: [found, when(code`${variable(filled)} === undefined`, refused)], filled };
}

/** Longer lists of allowed values are looked up in a set. */
function writeEnum(choices: readonly Json[], value: Code, place: IssuePlace, writer: Writer): Statement[] {
  const simple = choices.every((choice) => typeof choice !== 'object' || choice === null);
  if (!simple || choices.length <= 5) {
    const broken = choices.map((choice) => differs(value, choice, writer));
    return [when(join(broken, ' && '), report(writer, place, 'enum', [...choices]))];
  }
  const name = writer.hoist(`${nameOf(place)}Values`, `new Set<unknown>(${literal(choices)})`);
  const refused = code`${writer.helper('report')}(issues, ${placeCode(place)}, "enum", [...${name}]);`;
  return [when(code`!${name}.has(${value})`, refused)];
}

function differs(value: Code, other: Json, writer: Writer): Code {
  const simple = typeof other !== 'object' || other === null;
  return simple ? code`${value} !== ${literal(other)}` : code`!${writer.helper('equal')}(${value}, ${literal(other)})`;
}

/** The field's name, for constants that belong to it. */
function nameOf({ rule }: IssuePlace): string {
  const field = rule.split('.').findLast((segment) => segment !== '' && segment !== 'items');
  return field ?? 'value';
}
