import { basename } from 'node:path/posix';
import { combinedSchemas } from '../json-schema/combine.ts';
import { defaultOf } from '../json-schema/defaults.ts';
import { referencesOf } from '../json-schema/walk.ts';
import type { JsonSchema, Model } from '../model/types.ts';
import { code, symbol, variable } from '../output/code.ts';
import type { EmittedFile } from '../output/emitted-file.ts';
import { printModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import { renderCode } from '../output/templating.ts';
import type { Emitter } from './emitter.ts';
import { write } from './schemas/write.ts';
import { z } from './schemas/writer.ts';
import { docstring } from './typescript/literal.ts';

/** Emits the public zod schemas, one module per file of the spec that names them. Where hosts differ, a schema allows what any of them does. */
export const schemas: Emitter = {
  name: 'schemas',
  emit(model) {
    const all = combinedSchemas(model.hosts);
    const areas = Map.groupBy(ordered(all), (name) => areaOf(model, name));
    const modules = [...areas].map(([area, names]) => emitArea(model, area, names, all));
    return [...modules, indexModule(model, [...areas.keys()])];
  },
};

/** All schemas, as the package exports them. */
function indexModule(model: Model, areas: readonly string[]): EmittedFile {
  const modules = areas.toSorted().map((area) => `./${area}.ts`);
  const sources = areas.length > 0 ? ['schemas/'] : [];
  const note = docstring(
    `Validators of what callers of ${model.service.title} send and receive, by name.`,
    'Where hosts differ, a schema allows what any of them does.',
  );
  const body = renderCode('schemas.ts', { note, modules });
  return printModule({ path: 'schemas/index.ts', emitter: 'schemas', sources }, [body]);
}

function emitArea(
  model: Model,
  area: string,
  names: readonly string[],
  all: Readonly<Record<string, JsonSchema>>,
): EmittedFile {
  const sources = sourcesOf(
    model,
    names.map((name) => `schema/${name}`),
  );
  const written = new Set<string>();

  const declarations = names.map((name) => {
    const schema = all[name] ?? {};
    const source = write(schema, {
      reference(target) {
        const home = areaOf(model, target);
        const named = symbol(target, `schemas/${home}.ts`);
        return home !== area || written.has(target) ? named : code`${z}.lazy(() => ${named})`;
      },
      fallback: (property) => defaultOf(property, all),
    });
    written.add(name);
    const doc = typeof schema.description === 'string' ? `${docstring(schema.description)}\n` : '';
    const type = reaches(name, name, all) ? code`: ${z}.ZodType<unknown>` : '';
    return code`${doc}export const ${variable(name)}${type} = ${source};`;
  });
  return printModule({ path: `schemas/${area}.ts`, emitter: 'schemas', sources }, declarations);
}

function areaOf({ sources }: Model, schema: string): string {
  return basename(sources.get(`schema/${schema}`) ?? 'schemas', '.yaml');
}

/** Names in an order in which each stands after those that it refers to, wherever there is one. */
function ordered(all: Readonly<Record<string, JsonSchema>>): string[] {
  const done = new Set<string>();
  const visit = (name: string, above: readonly string[]) => {
    const schema = all[name];
    if (!schema || done.has(name) || above.includes(name)) return;
    for (const target of referencesOf(schema)) visit(target, [...above, name]);
    done.add(name);
  };
  for (const name of Object.keys(all)) visit(name, []);
  return [...done];
}

function reaches(from: string, target: string, all: Readonly<Record<string, JsonSchema>>): boolean {
  const seen = new Set<string>();
  const pending = [from];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    for (const next of referencesOf(all[name] ?? {})) {
      if (next === target) return true;
      if (!seen.has(next)) pending.push(next);
      seen.add(next);
    }
  }
  return false;
}
