/** A part of an address in plain characters; undefined where its percent signs encode nothing. */
export const decodedPart = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
