import type { ResponseBody } from '@tollwright/runtime/operation/define';
import { z } from 'zod';
import { videoJob } from '#generated/machines/video-job.ts';
import type { VideoResult } from '#generated/types/responses.ts';
import type { JobKind, OrderedJob } from '../jobs/job.ts';
import { urlOf } from '../jobs/mirror.ts';
import { createdAt } from '../jobs/responses.ts';

const order = z.object({
  model: z.string(),
  seconds: z.number(),
  resolution: z.string(),
  /** True if an image is the first frame. */
  fromImage: z.boolean(),
  references: z.number(),
  /** Id of the job at the provider. */
  upstreamId: z.string(),
});

/** The order of a video: what is billed, and what its poll URL is signed over. */
export type VideoOrder = z.infer<typeof order>;

/** A job that generates a clip. */
export type VideoJob = OrderedJob<VideoOrder>;

/** Jobs that generate clips; the last frame is the second file where it was requested. */
export const videos: JobKind<
  VideoOrder,
  ResponseBody<Omit<VideoResult, 'price' | 'payment'>>,
  'video.generation.job'
> = {
  machine: videoJob,
  object: 'video.generation.job',
  noun: 'video',
  ask: order,
  result(job, [clip, lastFrame], baseUrl) {
    const { model, seconds, upstreamId } = job.data.ask;
    const data = clip && [
      {
        url: urlOf(clip, baseUrl),
        source_url: clip.sourceUrl,
        duration_seconds: seconds,
        request_id: upstreamId,
        backed_up: clip.backedUp,
        ...(lastFrame && { last_frame_url: urlOf(lastFrame, baseUrl) }),
      },
    ];
    return { id: job.id, object: videos.object, status: 'completed', model, created: createdAt(job), data: data ?? [] };
  },
};
