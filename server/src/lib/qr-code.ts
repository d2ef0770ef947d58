import { renderSVG } from 'uqr'

/** A QR code of a text, as an address. */
export const qrCode = (text: string) =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 3 })).toString('base64')}`
