/** Everything that a video request must be before it is quoted. */
import { Checker } from '../check.ts';
import { labelOf, VIDEO_IDS } from '../data/media.ts';
import type { Gateway } from '../gateway.ts';
import { type Dict, isDict, Refusal } from '../http.ts';
import { publicUrl, realImage } from './urls.ts';
import { durationsOf, resolutionsOf } from './videoprice.ts';

export interface VideoInput {
  label: string;
  seconds: number;
  resolution: string;
  seeded: boolean;
  lastFrame: boolean;
  references: number;
}

type Family = 'R' | 'G' | 'S';

function familyOf(label: string): Family {
  if (label === 'VID-R') return 'R';
  return label.startsWith('VID-G') ? 'G' : 'S';
}

function labelIn(gateway: Gateway, check: Checker): string {
  const named = check.string('model');
  if (named === undefined) return gateway.rules.video.defaultModel;
  const label = labelOf(VIDEO_IDS, named);
  if (label === undefined) {
    const models = Object.values(VIDEO_IDS);
    throw new Refusal(400, {
      models,
      details: [{ field: 'model', message: `no model ${named}` }],
      error: 'Unknown model',
    });
  }
  return label;
}

function usableImage(gateway: Gateway, value: string): boolean {
  if (value.startsWith('data:')) return !gateway.rules.video.checkDataUri || realImage(value);
  return publicUrl(value, ['https:', 'http:']) !== undefined;
}

function checkImage(gateway: Gateway, check: Checker, field: string): string | undefined {
  const value = check.string(field);
  if (value === undefined) return undefined;
  if (!usableImage(gateway, value)) check.bad(field, `${field} is no image that can be used`);
  return value;
}

/** Reference media that are gated today: valid or not, they cost nothing. */
function checkGated(gateway: Gateway, check: Checker, family: Family): void {
  for (const flat of ['video_url', 'audio_url']) {
    if (check.get(flat) !== undefined) check.bad(flat, `${flat} is not taken: use the list of references`);
  }
  if (family !== 'S') return;
  let gated = false;
  for (const field of ['reference_videos', 'reference_audios']) {
    const list = check.array(field, { min: 1, max: 3 });
    if (list?.some((entry) => !isDict(entry) || typeof entry.url !== 'string')) check.bad(field, `${field} wants urls`);
    gated ||= list !== undefined;
  }
  check.done();
  if (gated) {
    throw new Refusal(gateway.rules.video.gatedStatus, {
      details: 'Reference video and audio are paused.',
      error: 'Temporarily unavailable',
    });
  }
}

interface Seeds {
  image: string | undefined;
  last: string | undefined;
  face: string | undefined;
  references: number;
}

function checkSeeds(gateway: Gateway, check: Checker, label: string, family: Family): Seeds {
  const rule = gateway.rules.video;
  const image = checkImage(gateway, check, 'image_url');
  if (family === 'R') return { image, last: undefined, face: undefined, references: 0 };
  const last = checkImage(gateway, check, 'last_frame_url');
  if (last !== undefined && image === undefined && rule.lastFrameNeedsImage) {
    check.bad('last_frame_url', 'last_frame_url goes with image_url');
  }
  if (last !== undefined && (family === 'G' || label === 'VID-S25')) {
    check.bad('last_frame_url', 'last_frame_url is not for this model');
  }
  if (family === 'G') return { image, last, face: undefined, references: 0 };
  const face = check.string('real_face_asset_id');
  const references = check.strings('reference_image_urls', { min: 1, max: rule.referenceMax });
  if (references?.some((url) => !usableImage(gateway, url))) check.bad('reference_image_urls', 'no usable images');
  if (face !== undefined && !/^ta_\w/.test(face)) check.bad('real_face_asset_id', 'real_face_asset_id is no asset id');
  for (const [field, value] of [
    ['real_face_asset_id', face],
    ['reference_image_urls', references],
  ] as const) {
    if (value !== undefined && !rule.faceModels.includes(label)) check.bad(field, `${field} is not for this model`);
  }
  checkConflicts(check, image, last, face, references !== undefined);
  return { image, last, face, references: references?.length ?? 0 };
}

function checkConflicts(
  check: Checker,
  image: string | undefined,
  last: string | undefined,
  face: string | undefined,
  references: boolean,
): void {
  if (face !== undefined && (image !== undefined || last !== undefined)) {
    check.bad('real_face_asset_id', 'real_face_asset_id goes without image_url and last_frame_url');
  }
  if (references && (image !== undefined || last !== undefined || face !== undefined)) {
    check.bad('reference_image_urls', 'reference_image_urls is a mode of its own');
  }
}

function inferredType(gateway: Gateway, seeds: Seeds): string {
  if (seeds.references > 0) return 'reference';
  if (seeds.last !== undefined && gateway.rules.combinations.lastFrameType) return 'first_last_frame';
  return seeds.image !== undefined || seeds.face !== undefined ? 'image' : 'text';
}

function checkType(gateway: Gateway, check: Checker, seeds: Seeds): void {
  const asked = check.get('input_type');
  const inferred = inferredType(gateway, seeds);
  if (asked === undefined || asked === inferred) return;
  throw new Refusal(400, {
    inferred_input_type: inferred,
    details: [{ field: 'input_type', message: 'does not match the seeds sent' }],
    error: 'Invalid request body',
  });
}

function secondsIn(gateway: Gateway, check: Checker, label: string): number {
  const { durations, rDurations } = gateway.rules.video;
  const [min = 1, max = 15] = label === 'VID-R' ? [4, 12] : (durations[label] ?? []);
  const asked = check.number('duration_seconds', { whole: true, min, max });
  if (label === 'VID-R' && asked !== undefined && !rDurations.includes(asked)) {
    check.bad('duration_seconds', `duration_seconds is one of ${rDurations.join(', ')}`);
  }
  return asked ?? durationsOf(gateway, label).usual;
}

/** Reads a request and throws what is wrong with it. */
export function readVideo(gateway: Gateway, body: Dict): VideoInput {
  const rule = gateway.rules.video;
  const check = new Checker(body);
  const label = labelIn(gateway, check);
  const family = familyOf(label);
  check.string('prompt', { required: true });
  checkGated(gateway, check, family);
  const seeds = checkSeeds(gateway, check, label, family);
  const seconds = secondsIn(gateway, check, label);
  const asked = check.string('resolution');
  const offered = resolutionsOf(gateway, label);
  if (asked !== undefined && !offered.includes(asked))
    check.bad('resolution', `resolution is one of ${offered.join(', ')}`);
  if (family !== 'R') check.oneOf('aspect_ratio', family === 'S' ? rule.ratiosS : rule.ratiosG);
  if (family === 'S') {
    for (const field of ['generate_audio', 'watermark', 'return_last_frame']) check.flag(field);
    check.number('seed', { whole: true });
  }
  check.done();
  checkType(gateway, check, seeds);
  return {
    label,
    seconds,
    resolution: asked ?? (family === 'G' ? rule.defaultG : rule.defaultS),
    seeded: seeds.image !== undefined || seeds.face !== undefined,
    lastFrame: family === 'S' && body.return_last_frame === true,
    references: seeds.references,
  };
}
