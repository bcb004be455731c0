import { dereference } from '@apidevtools/swagger-parser';
import { expect, test } from 'vitest';
import { startTestGateway } from './testing/gateway.ts';

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly 'x-largest-body'?: number }>>;
}

/** Of each bound of bodies that the description names, one path, by bytes; throws for a body without one. */
async function bounds(): Promise<Map<number, string>> {
  const options = { dereference: { circular: 'ignore' } } as const;
  const { paths }: Description = JSON.parse(JSON.stringify(await dereference('generated/openapi/base.json', options)));
  const found = new Map<number, string>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const { requestBody, responses } of Object.values(operations)) {
      if (!requestBody) continue;
      const largest = responses['413']?.['x-largest-body'];
      if (largest === undefined) throw new Error(`${path} takes a body, and its description says no bound of it.`);
      found.set(largest, path);
    }
  }
  return found;
}

test('a body is refused above the bound that its description says', async () => {
  const all = await bounds();
  const gateway = await startTestGateway({ host: 'base' });
  const isRefused = async (path: string, bytes: number) => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(gateway.url + path, { method: 'POST', headers, body: '{}'.padEnd(bytes) });
    return status === 413;
  };
  for (const [largest, path] of all) {
    const refused = [await isRefused(path, largest), await isRefused(path, largest + 1)];
    expect({ path, largest, refused }).toEqual({ path, largest, refused: [false, true] });
  }
  await gateway.close();
  expect(all.size).toBeGreaterThan(1);
});
