import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Command } from 'commander';
import { sideOf } from '#generators/compare/load.ts';
import { pack, printBundle } from '#generators/compare/release/pack.ts';
import { unpack } from '#generators/compare/release/unpack.ts';
import { readSpec } from '#generators/read.ts';
import { readBundle, releaseFile, releasesOf } from '../diff/releases.ts';
import { UsageError } from '../failure.ts';
import { specFolder, specHelp } from '../project.ts';

/** Registers `tollwright release`: freezes the specification, so that later ones can be compared with it. */
export function register(program: Command): void {
  program
    .command('release')
    .description('freeze the specification as spec/releases/<version>.json.br, and draft its changelog')
    .argument('<version>', 'version of the release; it must be that of service.yaml')
    .option('--spec <folder>', specHelp)
    .option('--draft', 'print the changelog since the last release and write nothing')
    .action(async (version: string, options: { spec?: string; draft?: boolean }) => {
      const spec = specFolder(options);
      const reading = await readSpec(spec);
      const { model, places } = reading;
      if (!model || !places) throw new UsageError(`${spec} has mistakes. Run "tollwright check" to see them.`);
      if (!options.draft) {
        if (model.service.version !== version)
          throw new UsageError(
            `${spec}/service.yaml has the version ${model.service.version}; write ${version} there before its release.`,
          );
        freeze(releaseFile(spec, version), printBundle(pack(version, model, places)));
      }
      const last = releasesOf(spec)
        .filter((each) => each !== version)
        .at(-1);
      const side = sideOf(version, reading);
      if (last === undefined || !side) return;
      const { draftOf } = await import('../diff/formats/markdown.ts');
      const { reportOf } = await import('../diff/report.ts');
      const { changes } = await reportOf(unpack(last, readBundle(releaseFile(spec, last))), side, ['callers'], []);
      console.log(draftOf(`${version} (since ${last})`, changes));
    });
}

function freeze(file: string, text: string): void {
  if (existsSync(file)) {
    if (digestOf(readBundle(file)) !== digestOf(text))
      throw new UsageError(`${file} is frozen with another content. Give the specification a new version.`);
    console.log(`${file} has this specification already.`);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_QUALITY]: 9 };
  const packed = brotliCompressSync(text, { params });
  writeFileSync(file, packed);
  console.log(`Wrote ${file} (${Math.ceil(packed.length / 1000)} kB, ${digestOf(text)}).`);
}

function digestOf(text: string): string {
  return /"digest": "([^"]+)"/.exec(text)?.[1] ?? '';
}
