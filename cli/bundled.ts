import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import commonjs from '@rollup/plugin-commonjs';
import { type OutputChunk, type Plugin, rollup } from 'rollup';

/** Packages that become part of a bundled command; all others are imported where they are installed. */
const packed = [
  ...[
    '@cfworker/json-schema',
    '@hyperjump/json-pointer',
    'ajv',
    'ajv-formats',
    'fast-check',
    'fast-deep-equal',
    'fast-uri',
    'fraction.js',
  ],
  ...['json-schema-traverse', 'pure-rand'],
];

/** The modules that comparisons load, as one chunk: Node takes longer to find modules than to read long ones. */
const together =
  /^\/(generators\/compare\/kinds\/|cli\/diff\/(open|report|description|verify|curl|formats\/text)\.js$)/;

// Its types describe its CommonJS form, in which the function is a property; what is imported is the function.
const readCommonJs = commonjs as unknown as typeof commonjs.default;

/**
 * Bundles a command of the built kit with all that it imports, in chunks that are loaded on demand.
 *
 * Node takes longer to find and read hundreds of modules than such a command to do its work. Only a command that loads no
 * modules of projects may be bundled: those would import a second copy of what it has.
 */
export async function bundleCommand(kit: string, name: string): Promise<void> {
  const bundle = await rollup({
    input: join(kit, `cli/commands/${name}.js`),
    plugins: [modulesOf(kit), readCommonJs()],
    onwarn({ message }) {
      throw new Error(`The command ${name} cannot be bundled: ${message}`);
    },
  });
  const { output } = await bundle.write({
    dir: join(kit, 'cli/commands'),
    entryFileNames: '[name].js',
    chunkFileNames: `${name}/[name]-[hash].js`,
    manualChunks: (id) => (together.test(id.slice(kit.length)) ? 'comparison' : undefined),
  });
  await bundle.close();
  await writeFile(
    join(kit, `cli/commands/${name}/LICENSES`),
    await licences(output.filter((each) => each.type === 'chunk')),
  );
}

/** Finds the modules of the kit and of packages, and says where each of them was. */
function modulesOf(kit: string): Plugin {
  return {
    name: 'kit',
    resolveId(id, importer = '') {
      if (id.startsWith('\0') || id.startsWith('/')) return undefined;
      const isPacked = packed.some((each) => id === each || id.startsWith(`${each}/`));
      if (id.startsWith('.') || (isPacked && !importer.startsWith(kit))) return createRequire(importer).resolve(id);
      const room = /^#(.+)\.ts$/.exec(id)?.[1];
      if (room !== undefined) return join(kit, `${room}.js`);
      return isPacked ? fileURLToPath(import.meta.resolve(id)) : { id, external: true };
    },
    async load(id) {
      return id.endsWith('.json') ? `export default ${await readFile(id, 'utf8')}` : undefined;
    },
    resolveImportMeta(property, { chunkId, moduleId }) {
      if (property !== 'url') return undefined;
      const path = relative(dirname(join(kit, 'cli/commands', chunkId)), moduleId);
      return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
    },
  };
}

/** The licences of the packages that chunks have modules of. */
async function licences(chunks: readonly OutputChunk[]): Promise<string> {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => id.replace('\0', '')));
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  const texts = [...new Set(folders)].sort().map(async (folder) => {
    const { name, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const [file] = globSync(join(folder, 'LICEN[CS]E*'));
    return `${name} (${license})\n\n${file === undefined ? '' : await readFile(file, 'utf8')}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}
