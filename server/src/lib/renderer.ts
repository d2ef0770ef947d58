/** Raised with every change to what is made of texts: stored HTML of an older version is made again. */
export const RENDERER = 2
/** Of a text that a plugin should have drawn something in, and didn't answer; one less after each time that it was asked again. */
export const UNFINISHED = -1
