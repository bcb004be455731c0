import type { ProtocolCheck } from '../../check/family.ts';
import { addressSpelling } from './characters.address-spelling.ts';
import { imagePublic } from './characters.image-public.ts';
import { noDelete } from './characters.no-delete.ts';
import { absentPrefix } from './http.absent-prefix.ts';
import { notJson } from './http.not-json.ts';
import { retired } from './http.retired.ts';
import { unknownPath } from './http.unknown-path.ts';
import { openapiValid } from './openapi.valid.ts';

/** The checks of paths, methods, content types and the OpenAPI document. */
export const httpChecks: readonly ProtocolCheck[] = [
  addressSpelling,
  imagePublic,
  noDelete,
  absentPrefix,
  notJson,
  retired,
  unknownPath,
  openapiValid,
];
