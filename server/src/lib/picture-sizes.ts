/** Widths in which a picture of a text also exists, for small screens. */
const SMALLER = [480, 960] as const
export type SmallerWidth = (typeof SMALLER)[number]
export const isSmallerWidth = (width: number): width is SmallerWidth => (SMALLER as readonly number[]).includes(width)

/** Those worth having beside a picture of this width. */
export const smallerWidths = (width: number) => SMALLER.filter((one) => one * 1.25 < width)

/** An uploaded picture's name says how large it is, so that a text which shows it can leave the room free. */
export const sizeInName = ({ width, height }: { width: number; height: number }) => `-${width}x${height}`

/** 22 characters that nobody guesses, and the size. */
const UPLOADED = /^(?:https?:\/\/[\w.:-]+)?(?:\/[\w-]+)*\/uploads\/post\/[\w-]{22}-(\d{1,5})x(\d{1,5})\.[a-z]{3,4}$/
/** As wide as a text is at most. */
const SHOWN = '(max-width: 48rem) 100vw, 44rem'

/** Attributes that leave the room of an uploaded picture free until it has come, and let small screens take a smaller one. */
export const sizesOf = (src: string): Record<string, string> => {
  const [, width = 0, height = 0] = (UPLOADED.exec(src) ?? []).map(Number)
  if (!width || !height) return {}
  const smaller = smallerWidths(width).map((one) => `${src}?w=${one} ${one}w`)
  return {
    width: String(width),
    height: String(height),
    ...(smaller.length && { srcset: [...smaller, `${src} ${width}w`].join(', '), sizes: SHOWN }),
  }
}

/** The same, as it is written into a tag. */
export const sizeAttributes = (src: string) =>
  Object.entries(sizesOf(src))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
