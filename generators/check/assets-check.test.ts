import { DEFAULT_ASSETS as onEvm } from '@x402/evm';
import { DEFAULT_ASSETS as onSolana } from '@x402/svm';
import { expect, test } from 'vitest';
import { listedAssets } from './assets-check.ts';

test('the listed assets are those of the official clients', () => {
  const official = Object.entries({ ...onEvm, ...onSolana }).map(([network, assets]) => [
    network,
    assets.map(({ asset }) => asset),
  ]);
  expect(listedAssets).toEqual(Object.fromEntries(official));
});
