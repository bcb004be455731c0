import { readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nativeCompiler } from './installed.ts';
import { startOpenAiUpstream, type Upstream } from './openai-upstream.ts';
import { execute, type PackedPackages } from './packed.ts';
import { type Registry, startRegistry } from './registry.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** Lines that a new user types at most until the verdict. */
const maxLines = 30;

const guide = readFileSync('docs/first-gateway.md', 'utf8');

/** The buyer, as the guide shows it. */
const [, buyer = ''] = /```ts\n(.*?)```/s.exec(guide) ?? [];

/** The commands of the guide under one heading. */
function commandsOf(heading: string): readonly string[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  return [...section.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'));
}

/** A description of an API, in the place of the one that the guide names. */
const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Tides', version: '1' },
  paths: {
    '/tides': {
      get: {
        tags: ['search'],
        parameters: [{ name: 'port', in: 'query', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: 'The tides', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
});

/** Tests what a new user does, in the order in which it is done; `started` gets the project once it is installed. */
export function testNewUser(packed: () => PackedPackages, started: (project: string) => void): void {
  describe('a new user with the guide and an empty folder', () => {
    let project: string;
    let registry: Registry;
    let upstream: Upstream;
    let first: Terminal;
    let second: Terminal;
    let began: number;
    /** Addresses of the gateway that is served. */
    let url = '';
    let controlUrl = '';

    beforeAll(async () => {
      const folder = join(packed().folder, 'guide');
      await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
      // `npx` would install the kit to make a project with it; here it finds it.
      const command = join(packed().folder, 'dist/tollwright/cli/main.js');
      await chmod(command, 0o755);
      await symlink(command, join(folder, 'node_modules/.bin/tollwright'));
      await mkdir(join(folder, 'empty'));
      registry = await startRegistry(packed());
      upstream = await startOpenAiUpstream('sk-of-the-upstream');
      const env = {
        ...process.env,
        ...{ NODE_OPTIONS: '', PATH: `${dirname(process.execPath)}:${process.env.PATH}`, PORT: '0' },
        ...{ npm_config_registry: registry.url, npm_config_prefer_offline: 'true' },
        ...{ npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' },
      };
      first = openTerminal(join(folder, 'empty'), env);
      second = openTerminal(join(folder, 'empty'), env);
      project = join(folder, 'empty/my-gateway');
      began = performance.now();
    });
    afterAll(async () => {
      for (const each of [first, second, registry, upstream]) await each?.close();
    });

    /** Types a line of the guide; the ports are any that are free. */
    async function typed(terminal: Terminal, line: string): Promise<string> {
      const here = line
        .replace('http://127.0.0.1:8402', url)
        .replace('http://127.0.0.1:8403', controlUrl)
        .replace('https://api.example/openapi.json', '../description.json')
        .replace('https://seller.example', url);
      const { code, output } = await terminal.type(here);
      expect(code, `${line}: ${output}`).toBe(0);
      return output;
    }

    test('makes a project and installs it, and its own tests pass', async () => {
      for (const line of commandsOf('Make it')) await typed(first, line);
      started(project);
    });

    test('serves it, buys from it, and judges it', async () => {
      const serve = commandsOf('Serve it');
      await typed(first, `export UPSTREAM_URL=${upstream.url} UPSTREAM_KEY=sk-of-the-upstream`);
      for (const line of serve.slice(0, -1)) await typed(first, line);
      const ready = /served at (\S+), controlled at (\S+)\n(?:.*\n)* {2}client/;
      [, url = '', controlUrl = ''] = await first.start(`${serve.at(-1)} --port 0`, ready);

      const [folder = '', ...buy] = commandsOf('Buy from it');
      await typed(second, folder);
      expect(await readFile(join(project, 'buyer/buy.ts'), 'utf8')).toBe(buyer);
      await typed(second, `export GATEWAY_URL=${url}`);
      const bought = [];
      for (const line of buy) bought.push(await typed(second, line));
      expect(bought.at(-1)).toBe('{"answer":"You said: What is an offer?"}\n');
      expect(upstream.asked).toContain('What is an offer?');

      const judged = await Promise.all(commandsOf('Judge it').map((line) => typed(second, line)));
      const pass = Number(/(\d+) passed/.exec(judged.join(''))?.[1]);
      expect(pass).toBeGreaterThan(60);
      const lines = first.lines.length + second.lines.length;
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.log(`A green verdict after ${seconds} s and ${lines} typed lines: ${pass} rules pass.`);
      expect(lines).toBeLessThan(maxLines);
    });

    test('generates again, sells existing services, and serves without the control API', async () => {
      const [generate = '', start = ''] = commandsOf('Change it');
      await typed(second, generate);
      await writeFile(join(project, '../description.json'), description);
      const sell = commandsOf('Sell an existing service');
      expect(sell).toHaveLength(3);
      for (const line of sell) await typed(second, line);
      await second.start(start, /^gateway is served at http/m);
    });

    test('keeps its handlers when the specification changes, and reads what does not fit them any more', async () => {
      const file = (path: string) => join(project, path);
      const change = async (path: string, from: string, to: string) =>
        writeFile(file(path), (await readFile(file(path), 'utf8')).replaceAll(from, to));
      const handler = await readFile(file('handlers/create-answer.ts'), 'utf8');
      await change('spec/schemas/text.yaml', 'required: [question]', 'required: [prompt]');
      await change('spec/schemas/text.yaml', '      question:', '      prompt:');
      await change('spec/prices/text.yaml', 'request.question', 'request.prompt');
      for (const path of ['spec/prices/text.yaml', 'spec/operations/text/create-answer.yaml'])
        await change(path, '{ question:', '{ prompt:');
      await change('spec/schemas/text.yaml', '      digest: { type: string', '      digest: { type: integer');
      await rm(file('spec/operations/discovery/get-x402-manifest.yaml'));
      await change('spec/schemas/text.yaml', '  PaymentManifest:', '  Unused:');

      const generate = [join(project, 'node_modules/tollwright/cli/main.js'), 'generate'];
      const { code, stdout } = await execute(process.execPath, generate, project);
      expect(code).toBe(1);
      expect(stdout).toContain('handlers/get-x402-manifest.ts serves no operation of the specification. Delete it.');
      expect(await readFile(file('handlers/create-answer.ts'), 'utf8')).toBe(handler);
      const { stdout: errors } = await execute(process.execPath, [nativeCompiler], project);
      const line = handler.split('\n').findIndex((text) => text.includes('call.request.question')) + 1;
      expect(errors).toMatch(
        new RegExp(
          `^handlers/create-answer\\.ts\\(${line},\\d+\\): error TS2339: Property 'question' does not exist on type`,
          'm',
        ),
      );
      // What a handler returns has the type of its response.
      expect(errors).toMatch(
        /^handlers\/get-digest\.ts\(\d+,\d+\): error TS2322: .*\n( .*\n)* +The types of 'body\.digest'/m,
      );
      expect(errors).toMatch(/^handlers\/get-x402-manifest\.ts/m);
    });
  });
}
