import { hash } from 'node:crypto';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Services } from '@tollwright/runtime/pipeline/services';
import type { Job } from '@tollwright/runtime/store/jobs';
import { type RealfaceState, realface } from '#generated/machines/realface.ts';

/** Bytes of a handle; written out they are 215 characters. */
const handleBytes = 161;

/** Records of the assets of a group: one for each, so that enrollments at the same time are all counted. */
const members = 'face-group-asset';

/** The face group of a real person. Its handle is a credential and is stored as a hash. */
interface FaceGroup {
  readonly id: string;
  readonly state: RealfaceState;
}

/** Opens a group and returns its handle. */
export async function openGroup({ store, random, clock }: Services, name: string): Promise<string> {
  const handle = Buffer.from(random.bytes(handleBytes)).toString('base64url');
  await store.jobs.insert({
    id: idOf(handle),
    machine: realface.id,
    state: realface.initial,
    owner: '',
    createdAt: clock.now(),
    data: { name },
  });
  return handle;
}

/** Finds the group of a handle. Throws `unknown-group` where there is none. */
export async function findGroup(services: Services, handle: string): Promise<FaceGroup> {
  const group = toGroup(await services.store.jobs.find(idOf(handle)));
  if (!group) throw new Problem('unknown-group');
  return group;
}

/** Counts an asset in its group once the claim has settled. */
export function join({ store }: Services, group: string, asset: string, claim: string): Promise<boolean> {
  return store.records.insert({ kind: members, id: asset, owner: group, data: {}, claim });
}

/** Counts the assets of a group. */
export async function countAssets({ store }: Services, { id }: FaceGroup): Promise<number> {
  return (await store.records.list(members, id)).length;
}

/** Moves a group into a state. */
export async function moveGroup({ store }: Services, group: FaceGroup, state: RealfaceState): Promise<void> {
  if (state !== group.state) await store.jobs.move(group.id, [group.state], state);
}

/** External events of a group: its rights-holder passes the liveness check. */
export const realfaceEvents = {
  async liveness_passed(services: Services, handle: string): Promise<boolean> {
    const group = toGroup(await services.store.jobs.find(idOf(handle)));
    if (!group) return false;
    const step = realface.step(group.state, 'upstream.liveness_passed', {});
    if (step.ok) await moveGroup(services, group, step.state);
    return true;
  },
};

function idOf(handle: string): string {
  return `realface_${hash('sha256', handle)}`;
}

function toGroup(job: Job | undefined): FaceGroup | undefined {
  if (job?.machine !== realface.id || !isState(job.state)) return undefined;
  return { id: job.id, state: job.state };
}

function isState(state: string): state is RealfaceState {
  return Object.hasOwn(realface.states, state);
}
