/** Prints the size of the code, and with options what the quick tests and a generation cost. */

import { execFileSync } from 'node:child_process';
import { Option, program } from 'commander';
import { handWritten, isOfTests, linesOf, sourcesOf } from './files.ts';
import { mutualFolders, rooms } from './folders.ts';
import { functionsOf } from './functions.ts';

program
  .name('npm run figures --')
  .description('Print the size of the code, the longest files and functions, and folders that import each other.')
  .addOption(new Option('--tests', 'run "npm test" and print its CPU time'))
  .addOption(new Option('--generation', 'measure generation beside openapi-typescript'))
  .parse();

const options = program.opts<{ tests?: true; generation?: true }>();
const sources = [...handWritten()];
const own = sources.filter(([file]) => !isOfTests(file));
const functions = own.flatMap(([file, text]) => functionsOf(file, text));
const imported = sourcesOf(`{${rooms.join(',')}}/**/*.ts`, ['**/*.test.ts', '**/testing/**', '**/fixtures/**']);

print('TypeScript files, without tests', sources.filter(([file]) => !file.endsWith('.test.ts')).length);
print(
  'of these, in folders that only tests use',
  sources.filter(([file]) => /\/(testing|fixtures)\//.test(file)).length,
);
print('tests', sources.filter(([file]) => file.endsWith('.test.ts')).length);
print('lines, without tests', total(own.map(([, text]) => linesOf(text))));
for (const [file, text] of longest(sources, ([, each]) => linesOf(each))) print(`lines of ${file}`, linesOf(text));
for (const { file, name, lines } of longest(functions, (each) => each.lines))
  print(`lines of ${name} in ${file}`, lines);
const pairs = mutualFolders(imported);
print('pairs of folders that import each other', pairs.length);
for (const pair of pairs) console.log(`  ${pair}`);
if (options.tests) print('CPU seconds of npm test', cpuSecondsOf('npm test'));
if (options.generation)
  execFileSync('npm', ['run', '--silent', 'bench', '--', 'generation'], { stdio: ['ignore', 'inherit', 'inherit'] });

function print(what: string, value: number): void {
  console.log(`${String(value).padStart(7)}  ${what}`);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The three longest, the longest first. */
function longest<Item>(items: readonly Item[], lengthOf: (item: Item) => number): Item[] {
  return items.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, 3);
}

/** The time on a CPU, in seconds, of a command and all that it starts; the shell measures it. */
function cpuSecondsOf(command: string): number {
  const printed = execFileSync('sh', ['-c', `${command} >&2 || exit 1; times`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, children = ''] = printed.trim().split('\n');
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return Math.round(total(times.map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds))));
}
