import type { EventReceivers } from '@tollwright/runtime/control/events';
import { realfaceEvents } from './handlers/characters/group.ts';
import { images } from './handlers/images/generate-image.ts';
import { jobEvents } from './handlers/jobs/events.ts';
import { voiceCallEvents } from './handlers/phone/call.ts';
import { backgroundEvents } from './handlers/text/background.ts';
import { videos } from './handlers/video/job.ts';

/** What receives the events of the outside world. */
export const receivers: EventReceivers = {
  background_response: backgroundEvents,
  image_job: jobEvents(images),
  realface: realfaceEvents,
  voice_call: voiceCallEvents,
  video_job: jobEvents(videos),
};
