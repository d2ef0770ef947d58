const ELSEWHERE = 'https://relative.invalid'

const parse = (address: string) => {
  try {
    return new URL(address, ELSEWHERE)
  } catch {
    return null
  }
}

/** May a member's text link there? Web and mail addresses, and paths of this site. The URL parser decides, as it will in the browser. A user's name before the host would be read as the host. */
export const isLinkAddress = (address: string) => {
  const url = parse(address)
  if (!url) return false
  if (url.origin === ELSEWHERE) return !/^[^/?#]*:/.test(address) // `https:path` leaves the site in a browser
  if (url.protocol === 'mailto:') return true
  if (url.username || url.password) return false
  return /^https?:\/\//i.test(address) && (url.protocol === 'http:' || url.protocol === 'https:') // not `//host`, `/\host`
}

/** Fit to be linked as a member's page; what an import has left there may be anything. */
export const isWebAddress = (address: string) => /^https?:\/\//i.test(address) && URL.canParse(address)

/** May a member's text show a picture from there? Web addresses, and what was uploaded here. */
export const isImageAddress = (address: string) =>
  /^https?:\/\//i.test(address)
    ? isLinkAddress(address)
    : /^\/uploads\/[\w./%-]+$/.test(address) && !/\.\.|%2e|%2f|%5c/i.test(address)
