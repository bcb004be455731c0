import type { HostView, Json, Model } from '../../model/types.ts';
import { type Code, code, join, variable } from '../../output/code.ts';
import { docstring, literal, sentence } from './literal.ts';
import { pascalCase } from './names.ts';
import { entitiesOf, variants } from './variants.ts';

/** Definitions by id that most hosts share. */
export interface Table<T> {
  readonly name: string;
  readonly pick: (view: HostView) => Readonly<Record<string, T>>;
  readonly define: (entity: T) => Json;
}

/** The code of a table, and of one over it for each host whose definitions differ. */
export function tableCode<T>(model: Model, table: Table<T>, type: Code, describe: (entity: T) => string): Code[] {
  const line = (id: string, entity: T) =>
    `${docstring(sentence(describe(entity)))}\n${JSON.stringify(id)}: ${literal(table.define(entity))},`;
  const declare = (name: string, doc: string, lines: readonly Code[]) =>
    code`${docstring(doc)}\nexport const ${variable(name)}: Readonly<Record<string, ${type}>> = {\n${join(lines, '\n')}\n};`;

  const shared = [...entitiesOf(model, table.pick)].flatMap(([id, [first]]) => (first ? [line(id, first.value)] : []));
  const others = model.hosts.flatMap((view) => {
    const lines = differing(model, table, view).map(([id, entity]) => line(id, entity));
    if (lines.length === 0) return [];
    const doc = `The ${table.name} of \`${view.host.id}\`.`;
    return [declare(tableName(model, table, view), doc, [code`...${variable(table.name)},`, ...lines])];
  });
  return [declare(table.name, `The ${table.name} by id.`, shared), ...others];
}

/** The name of the table that a host uses. */
export function tableName<T>(model: Model, table: Table<T>, view: HostView): string {
  return differing(model, table, view).length === 0 ? table.name : `${table.name}On${pascalCase(view.host.id)}`;
}

/** The entities that a host defines differently from the first host that has them. */
function differing<T>(model: Model, { pick, define }: Table<T>, view: HostView): [string, T][] {
  const all = entitiesOf(model, pick);
  return Object.entries(pick(view)).filter(([id]) => {
    const [first] = variants(all.get(id) ?? [], (value) => JSON.stringify(define(value)));
    return first?.views.includes(view) === false;
  });
}
