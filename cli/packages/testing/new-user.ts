import { readFileSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nativeCompiler } from './installed.ts';
import { startOpenAiUpstream, type Upstream } from './openai-upstream.ts';
import { execute, type PackedPackages } from './packed.ts';
import { type User, userIn } from './user.ts';

/** Limits on the keys that a new user types and on the time until the verdict. */
const limits = { lines: 30, seconds: 60 };

const guide = readFileSync('docs/first-gateway.md', 'utf8');

/** The buyer, as the guide shows it. */
const [, buyer = ''] = /```ts\n(.*?)```/s.exec(guide) ?? [];

/** Commands of the guide up to its verdict. */
const commands = [...guide.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .slice(0, 11);

/** A line as the guide has it: with the ports, the secrets and the registry of everybody. */
function inGuide(line: string): string {
  return line
    .replace(/ --prefer-offline.*| --port 0| --json -/g, '')
    .replace('npx tollwright wallet', 'npx tollwright wallet > buyer.env')
    .replace(/http:\S+(?= --host)/, 'http://127.0.0.1:8402')
    .replace(/--control http:\S+/, '--control http://127.0.0.1:8403')
    .replace(/0x[0-9a-f]{40}/i, '$PAYER_ADDRESS');
}

/** Tests what a new user does, in the order in which it is done; `started` gets the project once it is installed. */
export function testNewUser(packed: () => PackedPackages, started: (project: string) => void): void {
  describe('a new user, from an empty folder to a green verdict', () => {
    let user: User;
    let upstream: Upstream;
    beforeAll(async () => {
      user = userIn(packed().folder, join(packed().folder, 'dist/tollwright'));
      upstream = await startOpenAiUpstream('sk-of-the-upstream');
    });
    afterAll(() => upstream.close());

    test('makes a project and installs it, and its own tests pass', async () => {
      expect(await user.type('npx tollwright init my-gateway')).toMatchObject({ code: 0 });
      user.enter('my-gateway');
      const { runtime, kit } = packed();
      // What a registry would give is given here by path.
      const installed = await user.type(`npm install --prefer-offline --no-audit --no-fund ${runtime} ${kit}`);
      expect(installed, installed.stderr).toMatchObject({ code: 0 });
      started(user.folder);
      // Whether what is generated is current, whether all compiles strictly, and the suite against a gateway of its own.
      const tested = await user.type('npm test');
      expect(tested, tested.stdout).toMatchObject({ code: 0 });
    });

    test('serves an OpenAI-compatible upstream, is paid by @x402/fetch, and conforms', async () => {
      const env = { UPSTREAM_URL: upstream.url, UPSTREAM_KEY: 'sk-of-the-upstream' };
      const { stdout: wallet } = await user.type('npx tollwright wallet');
      const [, key = '', address = ''] = /PAYER_KEY=(\S+)\nexport PAYER_ADDRESS=(\S+)/.exec(wallet) ?? [];
      user.note('. ./buyer.env');
      const { url, controlUrl, token, stop } = await user.serve(`--port 0 --control --fund ${address}=1`, env);
      try {
        expect(await readFile(join(user.folder, 'buyer/buy.ts'), 'utf8')).toBe(buyer);
        user.note('. ./buyer.env');
        user.note('npm install --prefix buyer');
        await symlink(resolve('node_modules'), join(user.folder, 'buyer/node_modules'));
        const bought = await user.type('node buyer/buy.ts', { GATEWAY_URL: url, PAYER_KEY: key });
        expect(bought, bought.stderr).toMatchObject({ code: 0, stdout: '{"answer":"You said: What is an offer?"}\n' });

        const judge = `npx tollwright conform ${url} --host gateway --level controlled --control ${controlUrl} --yes --json -`;
        const judged = await user.type(judge, { CONTROL_TOKEN: token });
        const { summary } = JSON.parse(judged.stdout);
        const typed = user.lines.length;
        console.log(
          `A green verdict after ${user.seconds().toFixed(0)} s and ${typed} typed lines: ${summary.pass} rules pass.`,
        );
        expect([judged.code, summary.fail, summary.error]).toEqual([0, 0, 0]);
        expect(summary.pass).toBeGreaterThan(60);
        expect(upstream.asked).toContain('What is an offer?');
        expect(typed).toBeLessThan(limits.lines);
        // What the guide has before a command is the environment in which it is typed here.
        expect(user.lines.map(inGuide)).toEqual(commands.map((line) => line.replace(/^([A-Z_]+=\S+ )+/, '')));
      } finally {
        await stop();
      }
    });

    test('keeps its handlers when the specification changes, and reads what does not fit them any more', async () => {
      const file = (path: string) => join(user.folder, path);
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

      const { code, stdout } = await user.type('npx tollwright generate');
      expect(code).toBe(1);
      expect(stdout).toContain('handlers/get-x402-manifest.ts serves no operation of the specification. Delete it.');
      expect(await readFile(file('handlers/create-answer.ts'), 'utf8')).toBe(handler);
      const { stdout: errors } = await execute(process.execPath, [nativeCompiler], user.folder);
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
