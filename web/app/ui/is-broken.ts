/** An image that has been looked for and didn't load; it may have failed before scripts ran. */
export const isBroken = (image: HTMLImageElement) =>
  image.complete && image.naturalWidth === 0 && image.currentSrc !== ''
