import { appendFile, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { textAt } from '@tollwright/runtime/testing/read';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import OpenAI from 'openai';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '#gateway/stand-in.ts';
import { nativeCompiler } from './installed.ts';
import { startOpenAiUpstream } from './openai-upstream.ts';
import { execute, type PackedPackages } from './packed.ts';
import { type User, userIn } from './user.ts';

const account = privateKeyToAccount(generatePrivateKey());

/** Tests a host of an existing specification in a project of its own, with providers behind it. */
export function testSeller(packed: () => PackedPackages, installed: () => string): void {
  describe('a seller of an existing specification', () => {
    let user: User;
    let providers: StandIn;
    beforeAll(async () => {
      user = userIn(packed().folder, join(packed().folder, 'dist/tollwright'));
      providers = await startStandIn();
    });
    afterAll(() => providers.close());

    test('is one command, which says what is to be supplied', async () => {
      const chosen = '--host optimism --network eip155:10 --operations chat,search,images';
      const made = await user.type(`npx tollwright init my-seller --from tollwright ${chosen}`);
      expect(made, made.stderr).toMatchObject({ code: 0 });
      expect(made.stdout).toMatch(/^Supply UPSTREAM_URL, the provider of .*create-chat-completion, .*generate-image/m);
      expect(made.stdout).toMatch(/^Supply SEARCH_URL, the provider of search\.$/m);
      // Nothing is left to be written.
      expect(made.stdout).not.toContain('501');
      user.enter('my-seller');
      await symlink(join(installed(), 'node_modules'), join(user.folder, 'node_modules'));
    });

    test('is compiled strictly, and conforms by its own tests', async () => {
      expect(await execute(process.execPath, [nativeCompiler], user.folder)).toMatchObject({ code: 0, stdout: '' });
      const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=result.json'];
      const { code, stdout } = await execute(process.execPath, vitest, user.folder);
      const { numPassedTests, numFailedTests } = JSON.parse(await readFile(join(user.folder, 'result.json'), 'utf8'));
      expect([code, numFailedTests], stdout).toEqual([0, 0]);
      // One for each area of the contract.
      expect(numPassedTests).toBe(5);
    });

    test('sells what its providers answer, and nothing where one fails', async () => {
      const searches = await startStandIn();
      const { SEARCH_URL } = searches.env;
      const env = { UPSTREAM_URL: providers.env.UPSTREAM_URL, SEARCH_URL };
      const { url, stop } = await user.serve(`--port 0 --control --fund ${account.address}=1`, env);
      try {
        const pay = buyer();
        const openai = new OpenAI({ baseURL: `${url}/api/v1`, apiKey: 'unused', fetch: pay, maxRetries: 0 });
        const [model] = (await openai.models.list()).data;
        const messages = [{ role: 'user' as const, content: 'Say hello.' }];
        const chat = await openai.chat.completions.create({ model: model?.id ?? '', messages });
        expect(chat.choices[0]?.message.content).toMatch(/./);
        const listed = await (await fetch(`${url}/api/v1/images/models`)).json();
        const painter = textAt(listed, 'data', 0, 'id');
        const { data } = await openai.images.generate({ model: painter, prompt: 'A red kite' });
        expect(data?.[0]).toMatchObject({ url: expect.stringMatching(/^(https|data):/), backed_up: false });

        const body = JSON.stringify({ query: 'kites' });
        const headers = { 'content-type': 'application/json' };
        const search = () => pay(`${url}/api/v1/search`, { method: 'POST', headers, body });
        const searched = await search();
        expect([searched.status, await searched.json()]).toMatchObject([200, { summary: expect.stringMatching(/./) }]);
        expect(searched.headers.get('x-payment-receipt')).toMatch(/./);
        await searches.close();
        const failed = await search();
        expect([failed.status, await failed.json()]).toMatchObject([502, { error: 'Bad Gateway' }]);
        expect(failed.headers.get('x-payment-receipt')).toBeNull();
      } finally {
        await stop();
      }
    });

    test('calls its provider by the name that the host file has for a model', async () => {
      const upstream = await startOpenAiUpstream('sk-of-the-upstream');
      const catalog = await readFile(join(user.folder, 'generated/catalogs/text-models.json'), 'utf8');
      const [first, second]: readonly { readonly id: string }[] = JSON.parse(catalog);
      const [named = '', other = ''] = [first?.id, second?.id];
      const names = `provider-names: { text-models: { ${named}: large-1 } }\n`;
      await appendFile(join(user.folder, 'spec/hosts/optimism.yaml'), names);
      expect(await user.type('npx tollwright generate')).toMatchObject({ code: 0 });
      const env = { UPSTREAM_URL: upstream.url, UPSTREAM_KEY: 'sk-of-the-upstream' };
      const { url, stop } = await user.serve(`--port 0 --control --fund ${account.address}=1`, env);
      try {
        const openai = new OpenAI({ baseURL: `${url}/api/v1`, apiKey: 'unused', fetch: buyer(), maxRetries: 0 });
        const messages = [{ role: 'user' as const, content: 'Say hello.' }];
        for (const model of [named, other]) await openai.chat.completions.create({ model, messages });
        expect(upstream.models).toEqual(['large-1', other]);
      } finally {
        await stop();
        await upstream.close();
      }
    });
  });
}

/** A client that pays in an asset which it has not listed. */
function buyer(): typeof fetch {
  const schemes = [{ network: 'eip155:*' as const, client: new ExactEvmScheme(account) }];
  return wrapFetchWithPaymentFromConfig(fetch, { schemes, spendControls: { allowedAssets: true } });
}
