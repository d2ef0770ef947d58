// What KaTeX writes, and nothing else: the sanitizer lets these elements, classes and styles pass for the sake of formulas.

export const mathElements = [
  'math', 'semantics', 'annotation', 'mrow', 'mi', 'mo', 'mn', 'ms', 'mtext', 'mspace', 'mfrac', 'msup', 'msub', 'msubsup', 'mover', 'munder',
  'munderover', 'msqrt', 'mroot', 'mtable', 'mtr', 'mtd', 'mlabeledtr', 'mstyle', 'mpadded', 'menclose', 'mphantom', 'svg', 'path', 'line',
]

const layout = [
  'mathvariant', 'mathcolor', 'mathbackground', 'mathsize', 'width', 'height', 'depth', 'voffset', 'lspace', 'rspace', 'minsize', 'maxsize',
  'stretchy', 'fence', 'separator', 'largeop', 'accent', 'accentunder', 'linebreak', 'linethickness', 'notation', 'displaystyle', 'scriptlevel',
  'rowspacing', 'columnspacing', 'columnalign', 'rowlines', 'columnlines', 'valign',
]

export const mathAttributes = {
  ...Object.fromEntries(mathElements.map((name) => [name, layout])),
  math: ['xmlns', 'display'],
  annotation: [{ name: 'encoding', values: ['application/x-tex'] }],
  svg: ['xmlns', 'width', 'height', 'viewbox', 'preserveaspectratio', 'style'],
  path: ['d'],
  line: ['x1', 'y1', 'x2', 'y2', 'stroke-width'],
}

export const mathClasses = [
  'katex', 'katex-*', 'mord', 'mbin', 'mrel', 'mop', 'mopen', 'mclose', 'mpunct', 'minner', 'mspace', 'mtight', 'mfrac', 'mtable', 'mover', 'munder',
  'mult', 'msupsub', 'math*', 'text', 'text*', 'vlist', 'vlist-*', 'pstrut', 'frac-line', 'nulldelimiter', 'delimsizing', 'delimsizinginner',
  'delimcenter', 'delim-size*', 'size*', 'reset-size*', 'sizing', 'sqrt', 'root', 'svg-align', 'hide-tail', 'op-symbol', 'op-limits', 'small-op',
  'large-op', 'accent-body', 'accent-full', 'accentunder', 'boldsymbol', 'amsrm', 'mainrm', 'arraycolsep', 'col-align-*', 'vertical-separator',
  'boxpad', 'fbox', 'fcolorbox', 'cancel-lap', 'cancel-pad', 'angl', 'anglpad', 'brace-*', 'halfarrow-*', 'x-arrow', 'x-arrow-pad', 'cd-*',
  'clap', 'llap', 'rlap', 'inner', 'fix', 'overline-line', 'underline-line', 'reflectbox', 'eqn-num', 'tag', 'nobreak', 'allowbreak', 'leftmost',
  'rightmost', 'leqno', 'fleqn', 'fontsize-ensurer',
]

const length = /^-?\d*\.?\d+(em|ex|pt|px|%)$|^0$/
const line = /^(solid|dashed)$/
const color = /^(#[0-9a-f]{3,8}|[a-z]{3,24})$/i

const styles = new Map<string, RegExp>([
  ...[
    'width', 'height', 'min-width', 'top', 'bottom', 'left', 'vertical-align', 'margin-left', 'margin-right', 'margin-top', 'padding-left',
    'border-width', 'border-top-width', 'border-right-width', 'border-bottom-width',
  ].map((name): [string, RegExp] => [name, length]),
  ['margin', /^0 -?\d*\.?\d+em$/],
  ['border-style', line], ['border-right-style', line],
  ['border-color', color], ['background-color', color], ['color', color],
  ['position', /^relative$/],
  ['text-shadow', /^0\.02em 0\.01em 0\.04px$/],
])

/** One declaration of a style attribute, as KaTeX writes it: `height:0.8em`. */
export const isMathStyle = (declaration: string) => {
  const colon = declaration.indexOf(':')
  return colon > 0 && !!styles.get(declaration.slice(0, colon).trim())?.test(declaration.slice(colon + 1).trim())
}
