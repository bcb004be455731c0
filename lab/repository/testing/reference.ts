import { globSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import { protocolChecks } from '#conformance/protocol/all.ts';
import { signatures } from '#generators/cel/functions.ts';
import { pipelineErrors } from '#generators/language/pipeline.ts';

const row = z.strictObject({ takes: z.string().optional(), means: z.string(), example: z.string() });

/** The texts of the page. */
export const texts = z
  .strictObject({
    macros: z.record(z.string(), row),
    functions: z.record(z.string(), row),
    errors: z.record(z.string(), z.string()),
    events: z.record(z.string(), z.string()),
    effects: z.record(z.string(), z.string()),
  })
  .parse(load(readFileSync('lab/repository/testing/reference.yaml', 'utf8')));

const protocolFile = z.object({
  rules: z.record(z.string(), z.object({ summary: z.string().optional(), level: z.string().optional() })).optional(),
});

/** Every protocol rule that a check exists for, with the texts of our specification or of the standard that it extends. */
function protocolRules(): readonly (readonly string[])[] {
  const files = globSync('spec/{standards/*/,}protocol/*.yaml').toSorted();
  const described = files.flatMap((file) =>
    Object.entries(protocolFile.parse(load(readFileSync(file, 'utf8'))).rules ?? {}).map(
      ([id, rule]) => [id, { ...rule, isStandard: file.startsWith('spec/standards/') }] as const,
    ),
  );
  return protocolChecks
    .map(({ id }) => id)
    .toSorted()
    .map((id) => {
      const own = described.filter(([each]) => each === id).map(([, rule]) => rule);
      const summary = own.find((rule) => rule.summary !== undefined)?.summary ?? '';
      const level = own.find((rule) => rule.level !== undefined)?.level ?? '';
      return [`\`${id}\``, summary, level, own.some(({ isStandard }) => isStandard) ? 'the x402 standard' : ''];
    });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll('|  |', '| |'),
  );
  return lines.join('\n');
}

const kinds: Readonly<Record<string, string>> = { any: 'any value', number: 'number', text: 'text', list: 'list' };

function takenBy(name: string): string {
  const { takes, also = [], many } = signatures[name] ?? { takes: [] };
  const words = takes.map((kind) => [kind, ...also].map((each) => kinds[each] ?? each).join(' or '));
  return words.join(', ') + (many ? ', …' : '');
}

/** The page with every name that a specification can use and that no file of it defines. */
export function referencePage(): string {
  const { macros, functions, errors, events, effects } = texts;
  const hosts = { any: 'every host', x402: 'hosts paid per call', bearer: 'hosts with keys' };
  return `# Names of the language

The names that a specification can use although no file of it defines them. [The specification language](spec-language.md) has the keys.

## Functions of expressions

Expressions are CEL: \`+ - * / %\`, comparisons, \`&& || !\`, \`a ? b : c\`, \`x in list\`, \`x.y\` and \`x["y"]\`. Numbers are exact
fractions. \`x.f(y)\` and \`f(x, y)\` are the same. The tests evaluate each example, and it is true; their catalog \`fish\` has the
entry \`cod\` with the rate \`"0.10"\`, which is also the variable \`fish\`.

${table(
  ['Function', 'Takes', 'Means', 'Example'],
  Object.entries(functions).map(([name, { means, example }]) => [
    `\`${name}\``,
    takenBy(name),
    means,
    `\`${example}\``,
  ]),
)}

These take an expression that is evaluated for each item, or that names a field:

${table(
  ['Macro', 'Takes', 'Means', 'Example'],
  Object.entries(macros).map(([name, { takes = '', means, example }]) => [
    `\`${name}\``,
    takes,
    means,
    `\`${example}\``,
  ]),
)}

## Errors of the pipeline

The gateway returns these by itself. An entry of the same id under \`errors/\` gives it a status, a body and headers of your own; an
error with \`role\` replaces it for the operations that list it.

${table(
  ['Id', 'When', 'On'],
  Object.entries(errors).map(([id, means]) => [`\`${id}\``, means, hosts[pipelineErrors[id] ?? 'any']]),
)}

## Machines of jobs

A job moves along the transitions of its machine when one of these events occurs. Any other event is one that your handlers or the
control API name. A transition whose \`if\` does not hold is not taken.

${table(
  ['Event', 'Occurs when'],
  Object.entries(events).map(([id, means]) => [`\`${id}\``, means]),
)}

${table(
  ['Effect', 'On the payment'],
  Object.entries(effects).map(([id, means]) => [`\`${id}\``, means]),
)}

## Rules of the protocol

A file under \`protocol/\` turns one on by its id. Its check comes with Tollwright. \`extends: tollwright/x402\` turns on those of the standard.

${table(['Rule', 'A deployment must keep', 'Level', 'Comes with'], protocolRules())}
`;
}
