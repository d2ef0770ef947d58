import type { OverlayOptions } from 'sharp'
import { loadSharp } from './sharp.ts'
import { createQueue } from './bounded-queue.ts'
import { escapeHtml } from './html-entities.ts'

const [WIDTH, HEIGHT] = [1200, 630]
const MARGIN = 80
const BAR = 16
const TITLE_HEIGHT = 330
const LONGEST_TITLE = 200

/** One at a time: whoever shares a page can wait, readers can't. */
const queue = createQueue({ atOnce: 1, waiting: 30, waitMs: 8000 })

/** XML has no way to write them. */
const CONTROLS = /[\0-\x1f\x7f\ufffe\uffff]/g

interface Line {
  text: string
  color: string
  size: number
  bold?: boolean
  height: number
}

/** Words as a picture, in lines; they become smaller where they wouldn't fit. */
const drawn = async ({ text, color, size, bold, height }: Line) => {
  const sharp = await loadSharp()
  for (let points = size; ; points = Math.floor(points * 0.85)) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}"${bold ? ' weight="bold"' : ''}>${escapeHtml(text.replace(CONTROLS, ' '))}</span>`,
        font: `sans ${points}`,
        width: WIDTH - 2 * MARGIN,
        wrap: 'word-char',
        rgba: true,
        dpi: 72,
        spacing: Math.round(points * 0.2),
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    if (info.height <= height || points < 24) return { data, height: Math.min(height, info.height) }
  }
}

export interface Preview {
  title: string
  site: string
  /** Below the title: votes, answers. */
  figures: string
  /** Of the theme, as `#rrggbb`. */
  color: string
}

/** What other sites show when somebody shares a question: 1200 by 630 pixels, PNG. Which letters can be drawn depends on the fonts of the machine. */
export const previewPicture = ({ title, site, figures, color }: Preview): Promise<Buffer> =>
  queue.run(async () => {
    const short = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title
    const [name, words, counts] = await Promise.all([
      drawn({ text: site, color: '#5b6068', size: 34, height: 60 }),
      drawn({ text: short, color: '#16181b', size: 64, bold: true, height: TITLE_HEIGHT }),
      drawn({ text: figures, color: '#5b6068', size: 34, height: 60 }),
    ])
    const layers: OverlayOptions[] = [
      { input: { create: { width: WIDTH, height: BAR, channels: 3, background: color } }, left: 0, top: 0 },
      { input: name.data, left: MARGIN, top: MARGIN },
      { input: words.data, left: MARGIN, top: MARGIN + 80 },
      { input: counts.data, left: MARGIN, top: HEIGHT - MARGIN - counts.height },
    ]
    const sharp = await loadSharp()
    return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#ffffff' } })
      .composite(layers)
      .png({ palette: true, colours: 64 })
      .toBuffer()
  })
