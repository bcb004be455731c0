import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import commonjs from '@rollup/plugin-commonjs';
import { type Plugin, rollup } from 'rollup';
import ts from 'typescript';

const entry = '\0calculators';
const quote = fileURLToPath(new URL('./quote.ts', import.meta.url));

// Its types describe its CommonJS form, in which the function is a property; what is imported is the function.
const readCommonJs = commonjs as unknown as typeof commonjs.default;

/** Bundles the price calculators of a generated folder into one script for browsers, which sets `quote`. */
export async function bundleCalculators(generated: string): Promise<string> {
  const hosts = resolve(generated, 'hosts/index.ts');
  const text = [
    `import { hosts } from ${JSON.stringify(hosts)};`,
    `import { calculatorOf } from ${JSON.stringify(quote)};`,
    'globalThis.quote = calculatorOf(hosts);',
  ].join('\n');
  const bundle = await rollup({ input: entry, plugins: [modules(text), readCommonJs()], onwarn: refuse });
  const { output } = await bundle.generate({ format: 'iife', compact: true });
  await bundle.close();
  return output[0].code;
}

/** A warning means that the script would not run by itself in a browser. */
function refuse({ message }: { readonly message: string }): never {
  throw new Error(`The price calculators cannot be bundled: ${message}`);
}

/** Finds the modules of a specification, and reads TypeScript and JSON as JavaScript. */
function modules(text: string): Plugin {
  return {
    name: 'tollwright',
    resolveId(id, importer) {
      // Ids with a null byte belong to other plugins.
      if (id === entry) return id;
      if (id.startsWith('\0')) return undefined;
      if (id.startsWith('/')) return id;
      const from = importer === undefined || importer === entry ? quote : importer;
      return id.startsWith('.') ? resolve(dirname(from), id) : createRequire(from).resolve(id);
    },
    async load(id) {
      if (id === entry) return text;
      if (id.startsWith('\0')) return undefined;
      const source = await readFile(id, 'utf8');
      if (id.endsWith('.json')) return `export default ${source}`;
      if (!id.endsWith('.ts')) return source;
      const { module, target, verbatimModuleSyntax } = {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        verbatimModuleSyntax: true,
      };
      return ts.transpileModule(source, { compilerOptions: { module, target, verbatimModuleSyntax } }).outputText;
    },
  };
}
