import { describe, expect, test } from 'vitest'
import { type Cut, pushed, squareOf, WHOLE } from './crop.ts'

const WIDE = { width: 400, height: 200 }
const TALL = { width: 100, height: 300 }

describe('a square is cut out of a picture', () => {
  test.each<[string, typeof WIDE, Cut, { left: number; top: number; side: number }]>([
    ['the middle of a wide one', WIDE, WHOLE, { left: 100, top: 0, side: 200 }],
    ['the middle of a tall one', TALL, WHOLE, { left: 0, top: 100, side: 100 }],
    ['its left end', WIDE, { zoom: 1, x: 0, y: 0.5 }, { left: 0, top: 0, side: 200 }],
    ['its right end, and no further', WIDE, { zoom: 1, x: 2, y: 5 }, { left: 200, top: 0, side: 200 }],
    ['drawn out twice', WIDE, { zoom: 2, x: 0.5, y: 0.5 }, { left: 150, top: 50, side: 100 }],
    ['drawn out no more than four times', WIDE, { zoom: 99, x: 0.5, y: 0.5 }, { left: 175, top: 75, side: 50 }],
    ['never smaller than its window', WIDE, { zoom: 0.1, x: 0.5, y: 0.5 }, { left: 100, top: 0, side: 200 }],
  ])('%s', (_, size, cut, square) => expect(squareOf(size, cut)).toEqual(square))

  test('pushing moves it, up to the edge, and back from there at once', () => {
    expect(squareOf(WIDE, pushed(WIDE, WHOLE, 30, 0))).toEqual({ left: 70, top: 0, side: 200 })
    const edge = pushed(WIDE, WHOLE, 1000, 50)
    expect(squareOf(WIDE, edge)).toEqual({ left: 0, top: 0, side: 200 })
    expect(squareOf(WIDE, pushed(WIDE, edge, -10, 0)).left).toBeCloseTo(10)
  })
})
