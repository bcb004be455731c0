import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Rooms whose modules the published package holds as JavaScript with declarations. */
const rooms = ['generators', 'generated', 'runtime', 'gateway', 'conformance', 'cli'];

/** What is read at run time and is no module. */
const assets = [
  'spec',
  'templates',
  'biome.json',
  'README.md',
  'CHANGELOG.md',
  'generated/**/*.{json,yaml,md}',
  'conformance/report/page/*',
];

await rm('dist', { recursive: true, force: true });
const flags = [
  '--noEmit',
  'false',
  '--outDir',
  'dist',
  '--rootDir',
  '.',
  '--declaration',
  '--rewriteRelativeImportExtensions',
];
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.', ...flags], { stdio: 'inherit' });
for (const path of globSync('dist/**/*.test.*')) await rm(path);
for (const path of globSync(assets)) await cp(path, join('dist', path), { recursive: true });

const { name, version, description, license, type, dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
const published = {
  name,
  version,
  description,
  license,
  type,
  dependencies,
  bin: { tollwright: 'cli/main.js' },
  imports: Object.fromEntries(rooms.map((room) => [`#${room}/*.ts`, `./${room}/*.js`])),
  engines: { node: '>=24' },
};
await writeFile(join('dist', 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
