import manifest from '../../package.json' with { type: 'json' };

/** `User-Agent` of every request of a run, with the page that explains the run to operators. */
export const userAgent = `tollwright/${manifest.version} (+${manifest.homepage})`;
