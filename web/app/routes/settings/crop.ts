/** What of a picture is shown through a square window: how far it is enlarged, and which point of it is in the middle (0 to 1). */
export interface Cut {
  zoom: number
  x: number
  y: number
}
export const WHOLE: Cut = { zoom: 1, x: 0.5, y: 0.5 }
export const MOST_ZOOM = 4

interface Size {
  width: number
  height: number
}
const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The square of the picture that is cut out, in its own pixels; never beyond an edge. */
export const squareOf = ({ width, height }: Size, { zoom, x, y }: Cut) => {
  const side = Math.min(width, height) / within(zoom, 1, MOST_ZOOM)
  const from = (length: number, middle: number) => within(middle * length - side / 2, 0, length - side)
  return { left: from(width, x), top: from(height, y), side }
}

/** The cut after the picture was moved by this many of its own pixels; moving against an edge does nothing. */
export const pushed = (size: Size, cut: Cut, right: number, down: number): Cut => {
  const { left, top, side } = squareOf(size, cut)
  const moved = squareOf(size, {
    ...cut,
    x: (left + side / 2 - right) / size.width,
    y: (top + side / 2 - down) / size.height,
  })
  return { ...cut, x: (moved.left + side / 2) / size.width, y: (moved.top + side / 2) / size.height }
}
