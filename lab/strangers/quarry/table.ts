/** The table of routes: the rows of all areas, the more special before the more general. */
import { audioRows } from './audio.ts';
import { boxRows } from './boxes.ts';
import { callRows } from './calls.ts';
import { chainRows } from './chain.ts';
import { cryptoRows } from './crypto.ts';
import { discoveryRows } from './discovery.ts';
import { editRows } from './edits.ts';
import { faceRows } from './faces.ts';
import { freeRows } from './free.ts';
import { imageRows } from './images.ts';
import { nativeRows } from './native.ts';
import { phoneRows } from './phones.ts';
import { predictionRows } from './predictions.ts';
import { priceRows } from './prices.ts';
import { searchRows } from './search.ts';
import { socialRows } from './social.ts';
import { textRows } from './text.ts';
import { videoRows } from './videos.ts';
import { webRows } from './web.ts';
import type { Row } from './wire.ts';

export const rows: Row[] = [
  ...freeRows,
  ...discoveryRows,
  ...textRows,
  ...nativeRows,
  ...searchRows,
  ...imageRows,
  ...editRows,
  ...videoRows,
  ...audioRows,
  ...faceRows,
  ...phoneRows,
  ...callRows,
  ...boxRows,
  ...webRows,
  ...socialRows,
  ...predictionRows,
  ...chainRows,
  ...cryptoRows,
  ...priceRows,
];
