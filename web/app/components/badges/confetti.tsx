import { type CSSProperties, useState } from 'react'
import './confetti.css'

const PIECES = 100
const LOOP_SECONDS = 8
const COLOURS = [
  '#f44336',
  '#e91e63',
  '#9c27b0',
  '#673ab7',
  '#3f51b5',
  '#2196f3',
  '#03a9f4',
  '#00bcd4',
  '#009688',
  '#4caf50',
  '#8bc34a',
  '#cddc39',
  '#ffeb3b',
  '#ffc107',
  '#ff9800',
  '#ff5722',
  '#795548',
  '#9e9e9e',
  '#607d8b',
]

const between = (from: number, to: number) => from + Math.random() * (to - from)

const piece = (place: number) =>
  ({
    '--left': `${between(0, 100)}%`,
    '--top': `${between(2, 98)}%`,
    '--drift': `${between(-8, 8)}rem`,
    '--turn': `${between(180, 1080)}deg`,
    '--size': `${between(0.375, 0.75)}rem`,
    '--colour': COLOURS[place % COLOURS.length],
    // Begun before it was shown, so that they are all over the page at once.
    '--begin': `${-between(0, LOOP_SECONDS)}s`,
  }) as CSSProperties

/** Paper that falls over the whole page, again and again; for those who want less motion it lies still. */
export function Confetti() {
  const [pieces] = useState(() => Array.from({ length: PIECES }, (_, place) => piece(place)))
  return (
    <div className="confetti" aria-hidden="true">
      {pieces.map((style, place) => (
        <i key={place} style={style} />
      ))}
    </div>
  )
}
