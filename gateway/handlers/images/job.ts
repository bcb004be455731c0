import type { Returned } from '@tollwright/runtime/operation/define';
import { z } from 'zod';
import { imageJob } from '#generated/machines/image-job.ts';
import type { ImageResult } from '#generated/types.ts';
import type { ImageRequest } from '../../upstream/port.ts';
import { createdAt } from '../jobs/answers.ts';
import type { JobKind, OrderedJob } from '../jobs/job.ts';
import { urlOf } from '../jobs/mirror.ts';

/** A job that generates images. */
export type ImageJob = OrderedJob<ImageRequest>;

/** Jobs that generate images. */
export const images: JobKind<ImageRequest, Returned<Omit<ImageResult, 'price' | 'payment'>>, 'image.generation.job'> = {
  machine: imageJob,
  object: 'image.generation.job',
  noun: 'image',
  ask: z.object({ model: z.string(), prompt: z.string(), size: z.string(), count: z.number() }),
  result: (job, files, origin) => ({
    id: job.id,
    created: createdAt(job),
    data: files.map((file) => ({
      url: urlOf(file, origin),
      source_url: file.sourceUrl,
      backed_up: file.backedUp,
      ...(file.revisedPrompt !== undefined && { revised_prompt: file.revisedPrompt }),
    })),
  }),
};
