import type { CharacterUpstream } from '../character-port.ts';
import type { UpstreamFile } from '../context.ts';
import type { ImageRequest } from '../port.ts';
import { digest, randomFrom } from '../seeded-random.ts';
import { drawPng } from './png.ts';

const mime = 'image/png';

/** Draws the requested number of images; each differs with every field of the request. */
export function drawImages(request: ImageRequest, seed: number): readonly UpstreamFile[] {
  return Array.from({ length: request.count }, (_, index) =>
    image(request, [seed, 'image', { ...request, count: index }]),
  );
}

function image({ model, prompt, size }: ImageRequest, identity: unknown): UpstreamFile {
  const draw = () => {
    const [width = 1, height = 1] = size.split('x').map(Number);
    return drawPng(width, height, randomFrom(identity));
  };
  return {
    source: answersInBase64(model)
      ? `data:${mime};base64,${Buffer.from(draw()).toString('base64')}`
      : `https://media.example/${digest(identity).slice(0, 32)}.png`,
    mime,
    revisedPrompt: `${prompt}, in clear light`,
    bytes: async () => draw(),
  };
}

/** Half of the models hand out temporary URLs, the other half `data:` URIs. */
function answersInBase64(model: string): boolean {
  return randomFrom(['image-output', model]).next() < 0.5;
}

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
