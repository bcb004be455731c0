import type { Module } from '../../output/module.ts';
import { pascalCase } from '../typescript/names.ts';

/** The checks of single fields in a module: each stands in the function that checks the object, unless several have it. */
export interface Fields {
  /** Takes in the statements that check a field, which a variable holds; returns what to write in their place. */
  place(variable: string, lines: readonly string[]): readonly string[];
  /** The module's functions with every check in them, after those checks that several need. */
  written(functions: readonly string[]): readonly string[];
}

/** Lines from which on a check is worth a function. */
const shortest = 4;

/** Starts the checks of fields of a module; `name` hands out names that the module has not given yet. */
export function createFields(module: Module, name: (wanted: string) => string): Fields {
  const found = new Map<string, { variable: string; index: number }>();

  return {
    place(variable, lines) {
      const text = lines.join('\n');
      if (text.split('\n').length < shortest) return lines;
      const { index } = found.get(text) ?? { index: found.size };
      found.set(text, { variable, index });
      return [`\ue000${index}\ue001`];
    },
    written(functions) {
      const uses = Map.groupBy(functions.join('\n').matchAll(/\ue000(\d+)\ue001/g), ([, index]) => Number(index));
      const texts = new Map<number, string>();
      const shared = [...found].flatMap(([text, { variable, index }]) => {
        const isShared = (uses.get(index)?.length ?? 0) > 1;
        const check = isShared ? name(`check${pascalCase(variable)}`) : '';
        texts.set(index, isShared ? `${check}(${variable}, issues);` : text);
        if (!isShared) return [];
        const issue = module.useType('Issue', '@tollwright/runtime/operation');
        return [`const ${check} = (${variable}: unknown, issues: ${issue}[]) => {\n${text}\n};`];
      });
      const placed = functions.map((text) =>
        text.replace(/\ue000(\d+)\ue001/g, (_, index: string) => texts.get(Number(index)) ?? ''),
      );
      return [...shared, ...placed];
    },
  };
}
