/** The end of what stands in a text for a file on its way. A number would come again after the page was loaded anew, when the text may still have an old one. */
export const MARK_END = String.raw`\]\(upload:[0-9a-f]{8}\)`

/** `crypto.randomUUID` isn't there without https. */
const random = () =>
  [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const markOf = (words: string, isImage: boolean) => `${isImage ? '!' : ''}[${words}](upload:${random()})`
