import { type Block, plugin } from '@askwell/plugin-kit'

const PIECES: Record<string, string> = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' }
const SQUARE = 40
const LIGHT = '#f0d9b5'
const DARK = '#b58863'

/** The eight ranks of a position, each with eight squares; undefined if that is none. */
const ranksOf = (fen: string) => {
  const ranks = fen
    .split(/\s/, 1)[0]!
    .split('/')
    .map((rank) => rank.replace(/\d/g, (empty) => ' '.repeat(Number(empty))))
  const isBoard = ranks.length === 8 && ranks.every((rank) => /^[kqrbnp ]{8}$/i.test(rank))
  return isBoard ? ranks : undefined
}

const square = (column: number, row: number) =>
  `<rect x="${column * SQUARE}" y="${row * SQUARE}" width="${SQUARE}" height="${SQUARE}" fill="${(column + row) % 2 ? DARK : LIGHT}"/>`

const piece = (name: string, column: number, row: number) => {
  const isWhite = name !== name.toLowerCase()
  const [x, y] = [(column + 0.5) * SQUARE, (row + 0.82) * SQUARE]
  return `<text x="${x}" y="${y}" font-size="34" text-anchor="middle" fill="${isWhite ? '#fff' : '#000'}" stroke="#000" stroke-width="${isWhite ? 1 : 0}">${PIECES[name.toLowerCase()]}</text>`
}

/** The board as a picture, with the position as its description. */
const board = ({ text }: Block) => {
  const fen = text.trim().slice(0, 100)
  const ranks = ranksOf(fen)
  if (!ranks) return null
  const drawn = ranks.flatMap((rank, row) =>
    [...rank].map((name, column) => square(column, row) + (name === ' ' ? '' : piece(name, column, row))),
  )
  const size = SQUARE * 8
  const label = fen.replace(/[^\w/ -]/g, '')
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">${drawn.join('')}</svg>`
}

export default plugin({ render: (blocks) => blocks.map(board) })
