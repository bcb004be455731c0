/** Events of the outside world, as the control API delivers them. */
import { isObj } from './form.ts';
import { type Obj, Refusal } from './wire.ts';
import { now, world } from './world.ts';

type Handler = (id: string, detail: Obj) => boolean;

function onJob(change: (job: { done: number | null; failure: string | null; started: boolean }) => void): Handler {
  return (id) => {
    const job = world.jobs.get(id);
    if (job) change(job);
    return job !== undefined;
  };
}

const jobEvents: Record<string, Handler> = {
  started: onJob((job) => {
    job.started = true;
  }),
  finished: onJob((job) => {
    job.started = true;
    job.done = now();
  }),
  failed: onJob((job) => {
    job.failure = 'The provider failed while the job ran.';
  }),
};

function onBackground(state: 'completed' | 'failed'): Handler {
  return (id) => {
    const found = world.backgrounds.get(id);
    if (found?.state === 'running') found.state = state;
    return found !== undefined;
  };
}

function onCall(status: string): Handler {
  return (id, detail) => {
    const call = world.calls.get(id);
    if (!call) return false;
    if (status === 'completed') call.endedBy = typeof detail.ended_by === 'string' ? detail.ended_by : 'USER';
    const usual = call.endedBy === 'ERROR' ? 'error' : status;
    call.status = typeof detail.status === 'string' ? detail.status : usual;
    return true;
  };
}

const machines: Record<string, Record<string, Handler>> = {
  image_job: jobEvents,
  video_job: jobEvents,
  background_response: { finished: onBackground('completed'), failed: onBackground('failed') },
  realface: {
    liveness_passed: (id) => {
      const group = world.groups.get(id);
      if (group) group.active = true;
      return group !== undefined;
    },
  },
  voice_call: { ringing: onCall('ringing'), answered: onCall('in-progress'), ended: onCall('completed') },
};

export function deliver(body: Obj): void {
  const { machine, id, event, detail } = body;
  const handler = machines[String(machine)]?.[String(event)];
  if (!handler || typeof id !== 'string') throw new Refusal(400, { error: 'machine, id or event is unknown.' });
  if (!handler(id, isObj(detail) ? detail : {})) throw new Refusal(404, { error: `${machine} ${id} is unknown.` });
}
