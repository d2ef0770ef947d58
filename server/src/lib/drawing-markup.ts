import type { IOptions, Transformer } from 'sanitize-html'

// What drawings of plugins may be made of: shapes and words. Nothing in them leads anywhere or is fetched from elsewhere.

const paint = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'transform',
]
const words = ['font-size', 'font-weight', 'font-style', 'font-family', 'text-anchor', 'dominant-baseline', 'dx', 'dy']
export const drawingAttributes: Record<string, string[]> = {
  svg: [...paint, ...words],
  path: ['d', ...paint],
  line: ['x1', 'y1', 'x2', 'y2', ...paint],
  g: [...paint, ...words],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry', ...paint],
  circle: ['cx', 'cy', 'r', ...paint],
  ellipse: ['cx', 'cy', 'rx', 'ry', ...paint],
  polyline: ['points', ...paint],
  polygon: ['points', ...paint],
  text: ['x', 'y', ...paint, ...words],
  tspan: ['x', 'y', ...paint, ...words],
}
/** Beside those that formulas need. */
export const drawingElements = Object.keys(drawingAttributes).filter((name) => !['svg', 'path', 'line'].includes(name))

/** Paint that is a reference could be fetched from anywhere. */
export const onlyPlainPaint: Transformer = (tagName, attribs) => ({
  tagName,
  attribs: Object.fromEntries(Object.entries(attribs).filter(([, value]) => !/url\s*\(|\\|&/i.test(value))),
})

/** What a plugin may answer for a block of code. */
export const drawingOptions: IOptions = {
  allowedTags: [
    ...Object.keys(drawingAttributes),
    ...'p br hr strong em s code pre span kbd sub sup ul ol li div table thead tbody tr th td h5 h6'.split(' '),
  ],
  allowedAttributes: {
    ...drawingAttributes,
    svg: [
      'xmlns',
      'width',
      'height',
      'viewbox',
      'preserveaspectratio',
      'role',
      'aria-label',
      ...drawingAttributes.svg!,
    ],
    th: [{ name: 'scope', values: ['col', 'row'] }],
    table: ['aria-label'],
  },
  allowedClasses: {
    th: ['align-left', 'align-center', 'align-right'],
    td: ['align-left', 'align-center', 'align-right'],
  },
  transformTags: Object.fromEntries(Object.keys(drawingAttributes).map((tag) => [tag, onlyPlainPaint])),
  nestingLimit: 30,
}
