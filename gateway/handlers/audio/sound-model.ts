/** The model of every sound effect, which callers do not choose. */
export const soundModel = { id: 'acme/sound-effects', label: 'sound effects' };
