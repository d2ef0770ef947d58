/** Raised with every change to what is made of texts: stored HTML of an older version is made again. */
export const RENDERER = 2
/** Of a text that a plugin should have drawn something in, and didn't answer, or that was taken from an earlier one; one less after each time that a plugin failed again. */
export const UNFINISHED = -1
