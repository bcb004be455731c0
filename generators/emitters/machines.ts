import { compileCondition } from '../cel/compile/compile.ts';
import type { Type } from '../cel/compile/types.ts';
import { typedValue } from '../cel/compile/value.ts';
import type { Formula, HostView, Machine, Model, Transition } from '../model/types.ts';
import { type Code, code, join, type Print, symbol, variable } from '../output/code.ts';
import { type Declaration, declarations } from '../output/declarations.ts';
import { printModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import type { Emitter } from './emitter.ts';
import { factsOf } from './machines/facts.ts';
import { hostScope } from './typescript/formula-scope.ts';
import { commentText, literal, literalFields, objectLiteral, sentence } from './typescript/literal.ts';
import { camelCase, pascalCase } from './typescript/names.ts';
import { typeCode } from './typescript/value-type.ts';
import { entitiesOf, type Variant, variants } from './typescript/variants.ts';

/** Emits each machine: its states, events and effects as types, and its transitions. */
export const machines: Emitter = {
  name: 'machines',
  emit: (model) =>
    [...entitiesOf(model, (view) => view.machines)].map(([id, found]) => {
      const forms = variants(found, ({ initial, states, transitions }) =>
        JSON.stringify([initial, states, transitions]),
      );
      const body = declarations((print) => forms.flatMap((form) => declare(model, form, print)));
      const head = { path: `machines/${id}.ts`, emitter: 'machines', sources: sourcesOf(model, [`machine/${id}`]) };
      return printModule(head, [body]);
    }),
};

function declare(model: Model, { value: machine, views, suffix }: Variant<Machine>, print: Print): Declaration[] {
  const [view] = views;
  if (!view) throw new Error('A machine runs on no host.');
  const prefix = pascalCase(machine.id) + suffix;
  const facts = factsOf(machine, new Set([...Object.keys(view.service.constants), 'host']));
  const events = [...new Set(machine.transitions.map(({ on }) => on))];
  const effects = [...new Set(machine.transitions.flatMap((transition) => transition.effects))];
  const alias = (name: string, type: Code, doc: string): Declaration => ({
    is: 'type',
    name: prefix + name,
    type: print(type),
    doc,
  });
  const types = ['State', 'Event', 'Effect', 'Facts'].map((name) => prefix + name).join(', ');
  const defineMachine = symbol('defineMachine', '@tollwright/runtime/operation/machine');
  return [
    alias('State', union(Object.keys(machine.states)), 'Its states.'),
    alias('Event', union(events), 'Its events.'),
    alias('Effect', union(effects), 'Its effects.'),
    alias('Facts', factsType(facts), 'The facts that its guards read.'),
    {
      is: 'const',
      name: camelCase(machine.id) + suffix,
      initializer: print(code`${defineMachine}<${types}>(${definition(model, machine, view, facts)})`),
      doc: description(machine),
    },
  ];
}

function union(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => literal(name)).join(' | ');
}

function factsType(facts: ReadonlyMap<string, Type>): Code {
  if (facts.size === 0) return 'Readonly<Record<string, never>>';
  return typeCode({
    is: 'object',
    fields: new Map([...facts].map(([name, type]) => [name, { type, optional: false }])),
  });
}

function definition(model: Model, machine: Machine, view: HostView, facts: ReadonlyMap<string, Type>): Code {
  const states = Object.entries(machine.states).map(
    ([name, { final, summary }]) => `${literal(name)}: ${literal({ final: final || undefined, summary })}`,
  );
  const transitions = machine.transitions.map((transition) => transitionCode(model, transition, view, facts));
  return objectLiteral({
    ...literalFields({ id: machine.id, initial: machine.initial }),
    states: `{\n${states.join(',\n')},\n}`,
    transitions: code`[\n${join(transitions, ',\n')},\n]`,
  });
}

function transitionCode(model: Model, transition: Transition, view: HostView, facts: ReadonlyMap<string, Type>): Code {
  const { id, from, on, after, if: guard, to, effects } = transition;
  return objectLiteral({
    ...literalFields({ id, from, on, after }),
    guard: guard && guardCode(model, guard, view, facts),
    ...literalFields({ to, effects: effects.length > 0 ? effects : undefined }),
  });
}

function guardCode(model: Model, guard: Formula, view: HostView, facts: ReadonlyMap<string, Type>): Code {
  const scope = hostScope(model, view);
  const known = [...facts].map(([name, type]) => [name, typedValue(variable(name), type)] as const);
  const holds = compileCondition(guard, { ...scope, variables: new Map([...scope.variables, ...known]) });
  return code`({ ${[...facts.keys()].join(', ')} }) => ${holds}`;
}

function description({ summary, from }: Machine): string {
  if (from.length === 0) return commentText(sentence(summary));
  const paragraphs = [sentence(summary), `Statements: ${from.join(', ')}.`];
  return `\n${paragraphs.map(commentText).join('\n\n')}`;
}
