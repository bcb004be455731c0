import type { UpstreamFile } from '../context.ts';
import type { VideoRequest } from '../port.ts';
import { digest, randomFrom } from '../seeded-random.ts';
import { cutClip } from './media/clip.ts';
import { drawPng } from './png.ts';

/** Data that a clip is made of. Seeds may be large, so only their digest is kept. */
export interface ClipOrder extends Omit<VideoRequest, 'seeds'> {
  readonly seeds: string;
}

/** The order of a clip with the digest of its seeds. */
export function prepare({ seeds, ...request }: VideoRequest): ClipOrder {
  return { ...request, seeds: digest(seeds) };
}

/** Id of an order at the provider: the same one for the same order. */
export function jobIdOf({ reference }: ClipOrder, seed: number): string {
  return `clip-${digest([seed, 'video-job', reference]).slice(0, 24)}`;
}

/** Makes a clip and its last frame if requested; the same seed makes the same files. */
export function shoot(work: ClipOrder, seed: number): readonly UpstreamFile[] {
  const { reference, ...request } = work;
  const identity = [seed, 'video', request, work.seed === undefined ? reference : ''];
  const clip: UpstreamFile = {
    source: `https://media.example/${digest(identity).slice(0, 32)}.mp4`,
    mime: 'video/mp4',
    bytes: async () =>
      cutClip({ ...sizeOf(work), seconds: work.seconds, hasSound: work.hasSound, label: digest(identity) }),
  };
  return work.returnsLastFrame ? [clip, lastFrame(work, identity)] : [clip];
}

function lastFrame(work: ClipOrder, identity: unknown): UpstreamFile {
  const { width, height } = sizeOf(work);
  return {
    source: `https://media.example/${digest([identity, 'last']).slice(0, 32)}.png`,
    mime: 'image/png',
    bytes: async () => drawPng(width, height, randomFrom(identity)),
  };
}

/** Pixels of the shorter side. */
const shorter: Readonly<Record<string, number>> = { '480p': 480, '720p': 720, '1080p': 1080, '4K': 2160 };

/** Pixels of a clip: even numbers, which colours at half the size need. */
export function sizeOf({ resolution, aspectRatio }: Pick<VideoRequest, 'resolution' | 'aspectRatio'>) {
  const short = shorter[resolution] ?? 720;
  const [across = 16, down = 9] = aspectRatio === 'adaptive' ? [16, 9] : aspectRatio.split(':').map(Number);
  const long = 2 * Math.round((short * Math.max(across, down)) / Math.min(across, down) / 2);
  return across >= down ? { width: long, height: short } : { width: short, height: long };
}
