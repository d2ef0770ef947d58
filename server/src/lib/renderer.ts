/** Raised with every change to what is made of texts: stored HTML of an older version is made again. */
export const RENDERER = 1
