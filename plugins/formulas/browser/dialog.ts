import type { BrowserKit } from '@askwell/plugin-kit'
import katex from 'katex'

const WORDS = {
  en: {
    formula: 'Formula (LaTeX)',
    block: 'In a line of its own',
    insert: 'Insert',
    wrong: 'That isn’t complete yet.',
  },
  de: {
    formula: 'Formel (LaTeX)',
    block: 'In einer eigenen Zeile',
    insert: 'Einfügen',
    wrong: 'Das ist noch nicht vollständig.',
  },
}

/** `□` is where one goes on writing; what is selected comes into the first. */
const PALETTE = [
  ['\\frac{□}{□}', 'x^{□}', 'x_{□}', '\\sqrt{□}', '\\sqrt[□]{□}', '\\left(□\\right)', '\\lvert □\\rvert'],
  [
    '\\sum_{□}^{□}',
    '\\prod_{□}^{□}',
    '\\int_{□}^{□}',
    '\\lim_{□}',
    '\\log_{□}',
    '\\begin{pmatrix} □ & □ \\\\ □ & □ \\end{pmatrix}',
    '\\begin{cases} □ \\\\ □ \\end{cases}',
  ],
  [
    '\\cdot',
    '\\times',
    '\\pm',
    '\\neq',
    '\\leq',
    '\\geq',
    '\\approx',
    '\\in',
    '\\subseteq',
    '\\cup',
    '\\cap',
    '\\to',
    '\\Rightarrow',
    '\\infty',
    '\\forall',
    '\\exists',
    '\\partial',
    '\\nabla',
  ],
  [
    '\\alpha',
    '\\beta',
    '\\gamma',
    '\\delta',
    '\\varepsilon',
    '\\theta',
    '\\lambda',
    '\\mu',
    '\\pi',
    '\\sigma',
    '\\varphi',
    '\\omega',
    '\\Gamma',
    '\\Delta',
    '\\Sigma',
    '\\Omega',
  ],
]

const STYLE = `
  body { color: CanvasText; font: 0.9375rem/1.5 system-ui, sans-serif }
  .row { display: flex; flex-wrap: wrap; gap: 0.25rem; margin-block-end: 0.5rem }
  button { min-inline-size: 2.25rem; min-block-size: 2.25rem; padding: 0.25rem 0.5rem; border: 1px solid color-mix(in srgb, CanvasText 25%, transparent); border-radius: 6px; background: transparent; color: inherit; font: inherit; cursor: pointer }
  button:hover { background: color-mix(in srgb, CanvasText 8%, transparent) }
  :focus-visible { outline: 2px solid color-mix(in srgb, CanvasText 70%, blue); outline-offset: 1px }
  textarea:focus-visible { outline-offset: -2px }
  label { display: block; margin-block: 0.5rem 0.25rem; font-weight: 600 }
  textarea { box-sizing: border-box; inline-size: 100%; padding: 0.375rem 0.625rem; border: 1px solid color-mix(in srgb, CanvasText 55%, transparent); border-radius: 6px; background: transparent; color: inherit; font: 0.875rem/1.5 ui-monospace, monospace }
  output { display: grid; place-items: center; min-block-size: 3.5rem; margin-block: 0.5rem; overflow-x: auto; font-size: 1.5rem }
  .foot { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.5rem }
  .foot label { font-weight: 400 }
  .foot button { padding-inline: 1rem; background: CanvasText; color: Canvas; font-weight: 600 }
  @media (max-width: 26rem) { button { min-inline-size: 2.75rem; min-block-size: 2.75rem } }`

const made = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, inside: (Node | string)[] = [], more: object = {}) => {
  const element = Object.assign(document.createElement(tag), more)
  element.append(...inside)
  return element
}

/** As MathML, which browsers draw with fonts of their own. */
const draw = (tex: string, into: HTMLElement, displayMode = false) =>
  katex.render(tex, into, {
    output: 'mathml',
    displayMode,
    trust: false,
    strict: 'ignore',
    maxSize: 20,
    maxExpand: 200,
  })

/** Without the dollars that are around it already. */
const bare = (text: string) => /^\s*(\$\$?)([\s\S]*)\1\s*$/.exec(text)?.[2]?.trim() ?? text.trim()

export const mount = (element: HTMLElement, kit: BrowserKit) => {
  const words = kit.language.startsWith('de') ? WORDS.de : WORDS.en
  document.documentElement.lang = kit.language.replace('_', '-')
  const field = made('textarea', [], { id: 'formula', rows: 3, value: bare(kit.data.text), spellcheck: false })
  const preview = made('output', [], { htmlFor: 'formula' })
  const block = made('input', [], { type: 'checkbox', checked: /^\s*\$\$/.test(kit.data.text) })

  const show = () => {
    try {
      draw(field.value, preview, block.checked)
    } catch {
      preview.textContent = words.wrong
    }
  }
  const add = (piece: string) => {
    const { selectionStart: from, selectionEnd: to, value } = field
    const filled = piece.replace('□', () => value.slice(from, to) || '□')
    const before = /\\[a-zA-Z]+$/.test(value.slice(0, from)) ? ' ' : ''
    const after = /\\[a-zA-Z]+$/.test(filled) && /^[a-zA-Z]/.test(value.slice(to)) ? ' ' : ''
    field.setRangeText(before + filled + after, from, to, 'end')
    const gap = field.value.indexOf('□', from)
    field.focus()
    if (gap >= 0) field.setSelectionRange(gap, gap + 1)
    show()
  }
  const rows = PALETTE.map((pieces) =>
    made(
      'div',
      pieces.map((piece) => {
        const button = made('button', [], { type: 'button', title: piece, ariaLabel: piece })
        draw(piece.replaceAll('□', '\\square'), button)
        button.addEventListener('click', () => add(piece))
        return button
      }),
      { className: 'row' },
    ),
  )
  const insert = made('button', [words.insert], { type: 'button' })
  const parts = made('div', [
    ...rows,
    made('label', [words.formula], { htmlFor: 'formula' }),
    field,
    preview,
    made('div', [made('label', [block, ` ${words.block}`]), insert], { className: 'foot' }),
  ])
  const send = () => {
    const tex = field.value.replaceAll('□', '').trim()
    if (tex) kit.insert(block.checked ? `$$\n${tex}\n$$` : `$${tex.replaceAll(/\s*\n\s*/g, ' ')}$`)
  }
  insert.addEventListener('click', send)
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  })
  field.addEventListener('input', show)
  block.addEventListener('change', show)
  element.append(made('style', [STYLE]), parts)
  show()
  // A frame of another origin may take the focus for itself only once the page has given it to the frame.
  const begin = () => field.focus()
  addEventListener('focus', begin, { once: true })
  begin()
}
