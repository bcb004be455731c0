import type { CharacterUpstream } from '../character-port.ts';
import { digest, randomFrom } from '../seeded-random.ts';
import { drawPng } from './png.ts';

const side = 256;

/** Providers of characters that take every image, and draw it when it is read. */
export function simulatedCharacters(seed: number): CharacterUpstream {
  return {
    openLivenessCheck: async (group, { now }) =>
      `https://kyc.example/check/${digest([seed, 'liveness', group, now]).slice(0, 32)}`,
    enrollCharacter: async (request, { now }) => ({
      id: `asset-${digest([seed, request, now]).slice(0, 20)}`,
      image: {
        source: request.imageUrl,
        mime: 'image/png',
        bytes: async () => drawPng(side, side, randomFrom([seed, 'character', request.imageUrl])),
      },
    }),
  };
}
