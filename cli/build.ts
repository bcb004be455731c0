import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

/** Rooms whose modules the published package holds as JavaScript. */
const rooms = ['generators', 'generated', 'runtime', 'gateway', 'conformance', 'lab', 'cli'];

/** What is read at run time and is no module. */
const assets = [
  'spec',
  'templates',
  'README.md',
  'CHANGELOG.md',
  'generated/**/*.{json,yaml,md}',
  'conformance/report/page/*',
  'gateway/upstream/simulated/media/*.{mp3,mp4,opus,wav}',
];

/** Folder of the package. */
const out = process.argv[2] ?? 'dist';
const manifest = JSON.parse(await readFile('package.json', 'utf8'));

await rm(out, { recursive: true, force: true });
const isTest = (path: string) => /\.test\.ts$|^cli\/(bench|testing)\//.test(path);
const modules = rooms.flatMap((room) => globSync(`${room}/**/*.ts`)).filter((path) => !isTest(path));
for (const path of modules) {
  const { outputText } = ts.transpileModule(await readFile(path, 'utf8'), {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  // Workers are named by URL, which no compiler rewrites.
  const text = outputText.replace(/(new URL\('\.[^']+)\.ts'/g, "$1.js'");
  await write(path.replace(/\.ts$/, '.js'), text);
}
for (const path of globSync(assets)) await cp(path, join(out, path), { recursive: true });
await writeDeclarations();
await write('package.json', `${JSON.stringify(published(), null, 2)}\n`);

/** Writes the types of what the package exports, and of all that they name. */
async function writeDeclarations(): Promise<void> {
  const files: unknown[] = Object.values(manifest.exports);
  const entries = files.filter((path) => typeof path === 'string' && path.endsWith('.ts')).map(String);
  const options = {
    noEmit: false,
    emitDeclarationOnly: true,
    declaration: true,
    rootDir: resolve('.'),
    outDir: resolve(out),
  };
  const config = join(out, 'tsconfig.json');
  const project = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      ...options,
      incremental: false,
      tsBuildInfoFile: null,
      typeRoots: [resolve('node_modules/@types')],
    },
    include: [],
    files: entries.map((path) => resolve(path)),
  };
  await writeFile(config, JSON.stringify(project));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', config], { stdio: 'inherit' });
  await rm(config);
}

/** The manifest of the package: as ours, with JavaScript where ours has TypeScript. */
function published() {
  const { name, version, description, license, type, dependencies, exports } = manifest;
  const paths: [string, unknown][] = Object.entries(exports);
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=24' },
    dependencies,
    bin: { tollwright: 'cli/main.js' },
    imports: Object.fromEntries(rooms.map((room) => [`#${room}/*.ts`, `./${room}/*.js`])),
    exports: Object.fromEntries(
      paths.map(([path, file]) => {
        const module = String(file);
        if (!module.endsWith('.ts')) return [path, module];
        const stem = module.slice(0, -'.ts'.length);
        return [path, { types: `${stem}.d.ts`, default: `${stem}.js` }];
      }),
    ),
  };
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(out, path)), { recursive: true });
  await writeFile(join(out, path), text);
}
