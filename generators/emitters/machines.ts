import type { StatementStructures } from 'ts-morph';
import { compileCondition } from '../cel/compile/compile.ts';
import type { Type } from '../cel/compile/types.ts';
import { typedValue } from '../cel/compile/value.ts';
import type { Emitter } from '../emitter.ts';
import type { HostView, Machine, Model, Transition } from '../model/types.ts';
import { createModule, type Module } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import { factsOf } from './machines/facts.ts';
import type { Morph } from './typescript/compilers.ts';
import { hostScope } from './typescript/formula-scope.ts';
import { literal, sentence, wrapped } from './typescript/literal.ts';
import { camelCase, pascalCase } from './typescript/names.ts';
import { printStatements } from './typescript/printer.ts';
import { typeText } from './typescript/value-type.ts';
import { entitiesOf, type Variant, variants } from './typescript/variants.ts';

/** Emits each machine: its states, events and effects as types, and its transitions. */
export const machines: Emitter = {
  name: 'machines',
  emit: (model) =>
    [...entitiesOf(model, (view) => view.machines)].map(([id, found]) => {
      const path = `machines/${id}.ts`;
      const module = createModule(path, 'machines', sourcesOf(model, [`machine/${id}`]));
      const forms = variants(found, ({ initial, states, transitions }) =>
        JSON.stringify([initial, states, transitions]),
      );
      const text = printStatements(path, (morph) => forms.flatMap((form) => declarations(model, form, module, morph)));
      return module.print(text);
    }),
};

function declarations(
  model: Model,
  { value: machine, views, suffix }: Variant<Machine>,
  module: Module,
  { StructureKind, VariableDeclarationKind }: Morph,
): StatementStructures[] {
  const [view] = views;
  if (!view) throw new Error('A machine runs on no host.');
  const prefix = pascalCase(machine.id) + suffix;
  const facts = factsOf(machine, new Set([...Object.keys(view.service.constants), 'host']));
  const events = [...new Set(machine.transitions.map(({ on }) => on))];
  const effects = [...new Set(machine.transitions.flatMap((transition) => transition.effects))];
  const alias = (name: string, type: string, doc: string): StatementStructures => ({
    kind: StructureKind.TypeAlias,
    name: prefix + name,
    type,
    isExported: true,
    docs: [doc],
    leadingTrivia: '\n',
  });
  const types = ['State', 'Event', 'Effect', 'Facts'].map((name) => prefix + name).join(', ');
  const defineMachine = module.use('defineMachine', '@tollwright/runtime/machine');
  return [
    alias('State', union(Object.keys(machine.states)), 'What it can be in.'),
    alias('Event', union(events), 'What can happen to it.'),
    alias('Effect', union(effects), 'What a transition makes happen.'),
    alias('Facts', factsType(facts), 'What its guards have to know.'),
    {
      kind: StructureKind.VariableStatement,
      declarationKind: VariableDeclarationKind.Const,
      isExported: true,
      docs: [description(machine)],
      leadingTrivia: '\n',
      declarations: [
        {
          name: camelCase(machine.id) + suffix,
          initializer: `${defineMachine}<${types}>(${definition(model, machine, view, facts, module)})`,
        },
      ],
    },
  ];
}

function union(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => literal(name)).join(' | ');
}

function factsType(facts: ReadonlyMap<string, Type>): string {
  if (facts.size === 0) return 'Readonly<Record<string, never>>';
  return typeText({
    is: 'object',
    fields: new Map([...facts].map(([name, type]) => [name, { type, optional: false }])),
  });
}

function definition(
  model: Model,
  machine: Machine,
  view: HostView,
  facts: ReadonlyMap<string, Type>,
  module: Module,
): string {
  const states = Object.entries(machine.states).map(
    ([name, { final, summary }]) => `${literal(name)}: ${literal({ final: final || undefined, summary })}`,
  );
  const transitions = machine.transitions.map((transition) => transitionText(model, transition, view, facts, module));
  return [
    `{ id: ${literal(machine.id)}, initial: ${literal(machine.initial)}`,
    `states: {\n${states.join(',\n')},\n}`,
    `transitions: [\n${transitions.join(',\n')},\n] }`,
  ].join(', ');
}

function transitionText(
  model: Model,
  transition: Transition,
  view: HostView,
  facts: ReadonlyMap<string, Type>,
  module: Module,
): string {
  const { id, from, on, after, if: guard, to, effects } = transition;
  const head = literal({ id, from, on, ...(after !== undefined && { after }) }).slice(0, -2);
  const tail = literal({ to, effects: effects.length > 0 ? effects : undefined }).slice(2);
  if (!guard) return `${head}, ${tail}`;
  const scope = hostScope(model, view, module);
  const variables = new Map([
    ...scope.variables,
    ...[...facts].map(([name, type]) => [name, typedValue(name, type)] as const),
  ]);
  const holds = compileCondition(guard, { ...scope, variables });
  return `${head}, guard: ({ ${[...facts.keys()].join(', ')} }) => ${holds}, ${tail}`;
}

function description({ summary, from }: Machine): string {
  if (from.length === 0) return sentence(summary);
  return ['', sentence(summary), '', wrapped(`Statements: ${from.join(', ')}.`)].join('\n');
}
