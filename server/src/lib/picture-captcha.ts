import { randomInt } from 'node:crypto'
import { loadSharp } from './sharp.ts'
import { createQueue } from './bounded-queue.ts'
import { translate } from './messages.ts'

// Drawn of strokes, not of a font: machines differ in which fonts they have, and a server may have none.

type Point = [x: number, y: number]
const stroke = (points: string) => points.split(' ').map((point) => point.split(',').map(Number) as Point)

/** Characters that aren't easily confused, on a field of 6 by 8. */
const GLYPHS: Record<string, Point[][]> = Object.fromEntries(
  Object.entries({
    A: ['0,8 3,0 6,8', '1.2,5.3 4.8,5.3'],
    C: ['5.6,1.4 4.2,0.2 2.6,0 0.8,1.4 0,4 0.8,6.6 2.6,8 4.2,7.8 5.6,6.6'],
    E: ['6,0 0,0 0,8 6,8', '0,4 4.6,4'],
    H: ['0,0 0,8', '6,0 6,8', '0,4 6,4'],
    K: ['0,0 0,8', '5.6,0 0,4.6', '1.8,3.2 6,8'],
    L: ['0,0 0,8 5.4,8'],
    M: ['0,8 0,0 3,5 6,0 6,8'],
    N: ['0,8 0,0 6,8 6,0'],
    R: ['0,8 0,0 4,0 5.4,0.9 5.6,2.2 5.4,3.4 4,4.3 0,4.3', '3,4.3 6,8'],
    T: ['0,0 6,0', '3,0 3,8'],
    W: ['0,0 1.5,8 3,2.6 4.5,8 6,0'],
    X: ['0,0 6,8', '6,0 0,8'],
    Y: ['0,0 3,4 6,0', '3,4 3,8'],
    3: ['0.4,0.6 2.6,0 4.8,0.6 5.2,2.2 4.2,3.6 2.4,3.9 4.8,4.4 5.8,6 4.8,7.6 2.6,8 0.2,7.3'],
    4: ['4.5,8 4.5,0 0,5.6 6,5.6'],
    7: ['0,0 6,0 2.4,8'],
  }).map(([name, strokes]) => [name, strokes.map(stroke)]),
)

const LETTERS = 5
const WIDTH = 220
const HEIGHT = 80
const between = (low: number, high: number) => low + Math.random() * (high - low)

const STEPS = 6
/** Points on each line, enough for bending it. */
const finely = (points: Point[]) =>
  points
    .slice(1)
    .flatMap(([x, y], at) => {
      const [fromX, fromY] = points[at]!
      return Array.from({ length: STEPS }, (_, step): Point => [
        fromX + ((x - fromX) * (step + 1)) / STEPS,
        fromY + ((y - fromY) * (step + 1)) / STEPS,
      ])
    })
    .toSpliced(0, 0, points[0]!)

const path = (points: Point[], width: number) =>
  `<path d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}" stroke-width="${width.toFixed(1)}"/>`

/** Each character is turned, stretched and shaken by itself; all are on one wave, and lines like their own cross them. */
const drawingOf = (letters: string) => {
  const [swing, length, phase] = [between(3, 6), between(50, 90), between(0, 6)]
  const waved = ([x, y]: Point): Point => [
    x + Math.sin(y / 14 + phase) * 2,
    y + Math.sin((x / length) * 2 * Math.PI + phase) * swing,
  ]
  const glyphs = [...letters].flatMap((letter, place) => {
    const [angle, size, lean] = [between(-0.25, 0.25), between(3.9, 4.9), between(-0.2, 0.2)]
    const [middleX, middleY] = [24 + place * 43 + between(-3, 3), HEIGHT / 2 + between(-6, 6)]
    return GLYPHS[letter]!.map((points) =>
      path(
        finely(points.map(([x, y]): Point => [x + between(-0.3, 0.3), y + between(-0.3, 0.3)])).map(([x, y]) => {
          const [left, up] = [(x - 3) * size + (y - 4) * lean * size, (y - 4) * size]
          return waved([
            middleX + left * Math.cos(angle) - up * Math.sin(angle),
            middleY + left * Math.sin(angle) + up * Math.cos(angle),
          ])
        }),
        between(3.4, 4.6),
      ),
    )
  })
  const crossing = Array.from({ length: 2 }, () => {
    const [from, to, bend] = [between(10, HEIGHT - 10), between(10, HEIGHT - 10), between(-30, 30)]
    return path(
      Array.from({ length: 40 }, (_, step): Point =>
        waved([(step / 39) * WIDTH, from + ((to - from) * step) / 39 + Math.sin((step / 39) * Math.PI) * bend]),
      ),
      between(1, 1.7),
    )
  })
  const specks = Array.from(
    { length: 60 },
    () =>
      `<circle cx="${between(0, WIDTH).toFixed(1)}" cy="${between(0, HEIGHT).toFixed(1)}" r="${between(0.5, 1.4).toFixed(1)}" fill="#333" stroke="none"/>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f4f4f5"/>` +
    `<g fill="none" stroke="#222" stroke-linecap="round" stroke-linejoin="round">${[...glyphs, ...crossing, ...specks].join('')}</g></svg>`
  )
}

const ALPHABET = Object.keys(GLYPHS)
/** Small and quick, so they need not wait for the pictures of members. */
const queue = createQueue({ atOnce: 1, waiting: 60, waitMs: 5000 })
const picture = async () => {
  const secret = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('')
  const sharp = await loadSharp()
  const png = await queue.run(() =>
    sharp(Buffer.from(drawingOf(secret)))
      .greyscale()
      .png({ palette: true, colours: 16 })
      .toBuffer(),
  )
  return { picture: `data:image/png;base64,${png.toString('base64')}`, question: '', secret }
}

const NUMBERS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
const anyNumber = () => NUMBERS[randomInt(NUMBERS.length)]!

/** For those who can't see the picture: a sum of two numbers, in words. */
const sum = (language: string) => {
  const [one, other] = [anyNumber(), anyNumber()]
  const word = (number: (typeof NUMBERS)[number]) => translate(language, `captcha.number_${number}`)
  return {
    picture: '',
    question: translate(language, 'captcha.sum', { one: word(one), other: word(other) }),
    secret: String(one + other),
  }
}

/** The captcha that comes with every site; off until an admin switches it on. */
export const pictureCaptcha = {
  challenge: async ({ language, alternative }: { language: string; alternative: boolean }) =>
    alternative ? sum(language) : picture(),
  /** However it is typed: in lower case, with spaces, in full-width digits. */
  solves: async (secret: string, typed: string) => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase() === secret,
}
