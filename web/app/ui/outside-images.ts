import { createContext } from 'react'

/** Whether images of other hosts are held back, and which host is the site's own. */
export interface OutsideImages {
  heldBack: boolean
  ownHost: string
  /** Shows them, on this page or on all. */
  show: (where: 'here' | 'everywhere') => void
}
export const OutsideImagesContext = createContext<OutsideImages>({ heldBack: false, ownHost: '', show: () => {} })

// As the server's cleaner writes them: double quotes, nothing unescaped within.
const IMAGE = /<img\b[^>]*?\bsrc="((?:https?:)?\/\/[^"]*)"[^>]*>/g
const hostOf = (address: string) => URL.parse(address.replaceAll('&amp;', '&'), 'https://nowhere.invalid')?.host ?? ''

const isOutside = (address: string, ownHost: string) => hostOf(address) !== ownHost
export const hasOutsideImages = (html: string, ownHost: string) =>
  [...html.matchAll(IMAGE)].some(([, address]) => isOutside(address!, ownHost))

/** The other host that an address of an image leads to, if it does. */
export const outsideHost = (address: string, ownHost: string) => {
  const host = URL.parse(address, window.location.href)?.host ?? ''
  return host === ownHost || host === window.location.host ? '' : host
}

/** The same text with each image of another host replaced by what stands for it: its description and where it lies. Nothing is asked of that host. */
export const withoutOutsideImages = (html: string, ownHost: string) =>
  html.replace(IMAGE, (image, address: string) => {
    if (!isOutside(address, ownHost)) return image
    const alt = /\balt="([^"]*)"/.exec(image)?.[1]
    return `<span class="outside-image">${alt ? `${alt} · ` : ''}${hostOf(address).replace(/[&<>"]/g, '')}</span>`
  })
