import { typeOfEntries } from '../cel/compile/entries.ts';
import type { Type } from '../cel/compile/types.ts';
import { kebab } from '../model/names.ts';
import type { Catalog } from '../model/types.ts';
import { type Code, code, join, jsonData, symbol, variable } from '../output/code.ts';
import { printJson } from '../output/json.ts';
import { printModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import type { Emitter } from './emitter.ts';
import { catalogForms, namesOf } from './typescript/catalog-names.ts';
import { docstring, literal } from './typescript/literal.ts';
import { typeCode } from './typescript/value-type.ts';
import { entitiesOf, type Variant } from './typescript/variants.ts';

/** Emits each catalog: its entries as the spec states them, as data, and the map that formulas look rates up in. */
export const catalogs: Emitter = {
  name: 'catalogs',
  emit: (model) =>
    [...entitiesOf(model, (view) => view.catalogs).keys()].flatMap((id) => {
      const head = { path: `catalogs/${id}.ts`, emitter: 'catalogs', sources: sourcesOf(model, [`catalog/${id}`]) };
      const forms = catalogForms(model, id);
      return [
        printModule(
          head,
          forms.map((form) => catalogCode(id, form)),
        ),
        ...forms.map((form) => ({
          path: dataPath(id, form),
          text: printJson(form.value.entries.map(({ label, values }) => ({ label, ...values }))),
        })),
      ];
    }),
};

function dataPath(id: string, { suffix }: Variant<Catalog>): string {
  return `catalogs/${id}${suffix && `-${kebab(suffix)}`}.json`;
}

function catalogCode(id: string, form: Variant<Catalog>): Code {
  const { value, suffix, views } = form;
  const { map, entries, type } = namesOf(id, suffix);
  const shape = typeOfEntries(value.entries);
  const places = placesOf(shape) ?? {};
  const on = suffix ? ` on ${views.map(({ host }) => host.id).join(', ')}` : '';
  const data = jsonData(`data${suffix}`, dataPath(id, form));
  // Rates of today take the place of amounts only.
  const live = value.live && Object.keys(places).length > 0 ? code`, ${literal(value.live)}` : '';
  const scaledBy = symbol('scaledBy', '@tollwright/runtime/money/catalog');
  const lines = [
    docstring(`The entries of \`${id}\`${on}; amounts are exact decimal text.`),
    code`export const ${variable(entries)} = ${data};`,
    '',
    docstring(`An entry of \`${id}\`${on} as formulas read it${placesNote(places)}.`),
    code`export interface ${variable(type)} ${typeCode(shape)}`,
    '',
    docstring(`The entries of \`${id}\`${on} by \`${value.key}\`.`),
    code`export const ${variable(map)} = ${scaledBy}<${type}>(${entries}, ${literal(value.key)}, ${literal(places)}${live});`,
  ];
  return join(lines, '\n');
}

/** The decimal places of the amounts inside a type; `undefined` where everything is a whole number or no number. */
function placesOf(type: Type): Readonly<Record<string, unknown>> | number | undefined {
  switch (type.is) {
    case 'integer':
      return type.places;
    case 'list':
      return wrapped('*', placesOf(type.items));
    case 'record':
      return wrapped('*', placesOf(type.values));
    case 'object': {
      const found = [...type.fields].flatMap(([name, field]) => {
        const places = placesOf(field.type);
        return places === undefined || (places === 0 && !isText(field.type)) ? [] : [[name, places] as const];
      });
      return found.length === 0 ? undefined : Object.fromEntries(found);
    }
    default:
      return undefined;
  }
}

function isText(type: Type): boolean {
  return type.is === 'integer' && type.text === true;
}

function wrapped(key: string, places: Readonly<Record<string, unknown>> | number | undefined) {
  return places === undefined ? undefined : { [key]: places };
}

function placesNote(places: Readonly<Record<string, unknown>> | number): string {
  return Object.keys(places).length > 0 ? ': amounts are whole numbers of the places given below' : '';
}
