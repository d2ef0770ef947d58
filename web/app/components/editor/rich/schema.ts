import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { isImageAddress, isLinkAddress } from '@askwell/contract/link-address.ts'

// What a text can be shown as. Whatever else Markdown can say stays `source` or `raw`: its own letters, to be edited as such.

const ALIGNS = ['left', 'center', 'right']
const styleOf = (align: unknown) => (ALIGNS.includes(String(align)) ? { style: `text-align: ${String(align)}` } : {})

const cell = (name: 'td' | 'th', tableRole: 'cell' | 'header_cell'): NodeSpec => ({
  content: 'paragraph',
  tableRole,
  isolating: true,
  attrs: { align: { default: '' }, colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } },
  parseDOM: [{ tag: name, getAttrs: (element) => ({ align: element.style.textAlign }) }],
  toDOM: ({ attrs }): DOMOutputSpec => [name, styleOf(attrs.align), 0],
})

const simple = (name: string): MarkSpec => ({ parseDOM: [{ tag: name }], toDOM: () => [name, 0] })

const nodes = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', { dir: 'auto' }, 0] },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { level: { default: 2 } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs.level as number}`, { dir: 'auto' }, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    /** `NOTE`, `TIP` …, or nothing. */
    attrs: { alert: { default: '' } },
    parseDOM: [{ tag: 'blockquote', getAttrs: (element) => ({ alert: element.dataset.alert ?? '' }) }],
    toDOM: ({ attrs }) => ['blockquote', attrs.alert ? { 'data-alert': attrs.alert as string } : {}, 0],
  },
  code_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    /** What stands beside the fence: the language, and whatever else. */
    attrs: { info: { default: '' } },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', ['code', 0]],
  },
  /** Markdown that has no rich form. */
  source: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre.rich-source', preserveWhitespace: 'full', priority: 60 }],
    toDOM: () => ['pre', { class: 'rich-source', dir: 'auto' }, 0],
  },
  bullet_list: {
    content: 'list_item+',
    group: 'block list',
    attrs: { bullet: { default: '-' }, tight: { default: true } },
    parseDOM: [{ tag: 'ul' }],
    toDOM: ({ attrs }) => ['ul', attrs.tight ? { 'data-tight': '' } : {}, 0],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block list',
    attrs: { order: { default: 1 }, delimiter: { default: '.' }, tight: { default: true } },
    parseDOM: [{ tag: 'ol', getAttrs: (element) => ({ order: Number(element.getAttribute('start') ?? 1) }) }],
    toDOM: ({ attrs }) => [
      'ol',
      { ...(attrs.order === 1 ? {} : { start: attrs.order as number }), ...(attrs.tight ? { 'data-tight': '' } : {}) },
      0,
    ],
  },
  list_item: {
    content: 'block+',
    defining: true,
    /** Null: no task. */
    attrs: { checked: { default: null } },
    parseDOM: [
      {
        tag: 'li',
        getAttrs: ({ dataset: { checked } }) => ({ checked: checked === undefined ? null : checked === 'true' }),
      },
    ],
    toDOM: ({ attrs }) => ['li', attrs.checked === null ? {} : { 'data-checked': String(attrs.checked) }, 0],
  },
  details: {
    content: 'summary block*',
    group: 'block',
    defining: true,
    attrs: { open: { default: false } },
    parseDOM: [{ tag: 'div.rich-details' }],
    toDOM: () => ['div', { class: 'rich-details' }, 0],
  },
  summary: {
    content: 'inline*',
    defining: true,
    parseDOM: [{ tag: 'div.rich-summary' }],
    toDOM: () => ['div', { class: 'rich-summary', dir: 'auto' }, 0],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  table: {
    content: 'table_row+',
    group: 'block',
    tableRole: 'table',
    isolating: true,
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['div', { class: 'table-scroll' }, ['table', ['tbody', 0]]],
  },
  table_row: {
    content: '(table_header | table_cell)*',
    tableRole: 'row',
    parseDOM: [{ tag: 'tr' }],
    toDOM: () => ['tr', 0],
  },
  table_header: cell('th', 'header_cell'),
  table_cell: cell('td', 'cell'),
  text: { group: 'inline' },
  /** A line that ends in the source, and is a space for readers. */
  soft_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    leafText: () => '\n',
    parseDOM: [{ tag: 'span.rich-soft' }],
    toDOM: () => ['span', { class: 'rich-soft' }, ' '],
  },
  hard_break: {
    inline: true,
    linebreakReplacement: true,
    group: 'inline',
    selectable: false,
    leafText: () => '\n',
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  image: {
    inline: true,
    group: 'inline',
    draggable: true,
    attrs: { src: {}, alt: { default: '' }, title: { default: '' } },
    parseDOM: [
      {
        tag: 'img.rich-image',
        getAttrs: (element) => ({
          src: element.dataset.src ?? '',
          alt: element.getAttribute('alt') ?? '',
          title: element.title,
        }),
      },
    ],
    toDOM: ({ attrs }) => {
      const { src, alt, title } = attrs as { src: string; alt: string; title: string }
      const shown = isImageAddress(src) ? { src, referrerpolicy: 'no-referrer', loading: 'lazy' } : {}
      return ['img', { class: 'rich-image', 'data-src': src, alt, ...(title && { title }), ...shown }]
    },
  },
  /** A file on its way. */
  upload: {
    inline: true,
    group: 'inline',
    attrs: { mark: {} },
    toDOM: ({ attrs }) => [
      'span',
      { class: 'rich-upload' },
      /^!?\[([^\]]*)\]/.exec(attrs.mark as string)?.[1] || (attrs.mark as string),
    ],
  },
} satisfies Record<string, NodeSpec>

// The order says which stands outside of which where both begin and end at the same letter.
const marks = {
  link: {
    attrs: { href: {}, title: { default: '' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a',
        getAttrs: (element) => ({ href: element.dataset.href ?? '', title: element.title }),
      },
    ],
    toDOM: ({ attrs }) => {
      const { href, title } = attrs as { href: string; title: string }
      const shown = isLinkAddress(href) ? { href, rel: 'nofollow ugc noopener' } : {}
      return ['a', { 'data-href': href, ...(title && { title }), ...shown }, 0]
    },
  },
  strong: { ...simple('strong'), parseDOM: [{ tag: 'strong' }, { tag: 'b' }] },
  em: { ...simple('em'), parseDOM: [{ tag: 'em' }, { tag: 'i' }] },
  strike: { ...simple('s'), parseDOM: [{ tag: 's' }, { tag: 'del' }] },
  kbd: simple('kbd'),
  sub: { ...simple('sub'), excludes: 'sub sup' },
  sup: { ...simple('sup'), excludes: 'sub sup' },
  /** Formulas and marks of footnotes: their own letters. */
  raw: {
    inclusive: false,
    code: true,
    parseDOM: [{ tag: 'span.rich-raw' }],
    toDOM: () => ['span', { class: 'rich-raw' }, 0],
  },
  code: {
    inclusive: false,
    code: true,
    excludes: 'code raw',
    parseDOM: [{ tag: 'code' }],
    toDOM: () => ['code', { spellcheck: 'false' }, 0],
  },
} satisfies Record<string, MarkSpec>

export const schema = new Schema<keyof typeof nodes, keyof typeof marks>({ nodes, marks })
