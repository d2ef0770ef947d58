import { Parser } from 'htmlparser2'
import sanitizeHtml, { type IOptions, type Transformer } from 'sanitize-html'
import { drawingAttributes, drawingElements, drawingOptions, onlyPlainPaint } from './drawing-markup.ts'
import { isImageAddress, isLinkAddress } from '@askwell/contract/link-address.ts'
import { isMathStyle, mathAttributes, mathClasses, mathElements } from './math-markup.ts'
import { sizesOf } from './picture-sizes.ts'
import { plainHtml } from './plain-html.ts'

export type TextMode = 'post' | 'comment'

const inComments = [...'p br strong em s del a code pre span kbd sub sup'.split(' '), ...mathElements]
const inPosts = [
  ...inComments,
  'hr',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'div',
  'img',
  'section',
  'details',
  'summary',
]
const aligned = ['align-left', 'align-center', 'align-right']

const onlyMathStyles: Transformer = (tagName, attribs) => {
  if (attribs.style) attribs.style = attribs.style.split(';').filter(isMathStyle).join(';')
  return { tagName, attribs }
}

/** Only ids that the renderer gives: others could stand in for those of the page. */
const onlyOwnId: Transformer = (tagName, attribs) => {
  if (attribs.id && !/^(?:h-[a-z0-9-]{1,80}|fn(?:ref)?-[0-9a-f]{8}-\d{1,5}(?:-\d{1,5})?)$/.test(attribs.id))
    delete attribs.id
  return { tagName, attribs }
}

/** Sizes come from the address alone: a `srcset` of anybody else's could lead anywhere. */
const onlyOwnSizes: Transformer = (
  tagName,
  { width: _width, height: _height, srcset: _srcset, sizes: _sizes, ...attribs },
) => ({
  tagName,
  attribs: { ...attribs, ...sizesOf(attribs.src ?? '') },
})

const allowed = (allowedTags: string[]): IOptions => ({
  allowedTags,
  allowedAttributes: {
    ...mathAttributes,
    a: ['href', 'title', 'id', { name: 'rel', values: ['nofollow ugc noopener'] }],
    img: [
      'src',
      'alt',
      'title',
      'width',
      'height',
      'srcset',
      'sizes',
      { name: 'loading', values: ['lazy'] },
      { name: 'referrerpolicy', values: ['no-referrer'] },
    ],
    pre: ['data-language', { name: 'tabindex', values: ['0'] }],
    code: ['data-lines'],
    h4: ['id'],
    h5: ['id'],
    h6: ['id'],
    li: ['id'],
    div: [{ name: 'tabindex', values: ['0'] }],
    ol: ['start'],
    th: [{ name: 'scope', values: ['col'] }],
    span: ['style', { name: 'aria-hidden', values: ['true'] }],
  },
  allowedClasses: {
    a: ['mention', 'footnote-back'],
    sup: ['footnote-ref'],
    section: ['footnotes'],
    li: ['task', 'task-done'],
    p: ['alert-title'],
    code: ['hljs', /^language-[\w+#.-]{1,30}$/],
    div: ['table-scroll', 'alert', 'alert-*'],
    th: aligned,
    td: aligned,
    mtd: ['mtr-glue', 'mml-eqn-num'],
    mpadded: ['vcenter'],
    span: ['hljs-*', 'task-box', /^language-[\w+#.-]{1,30}$/, /^[a-z]+__?$/, ...mathClasses], // hljs also writes `title function_`
  },
  transformTags: {
    span: onlyMathStyles,
    svg: onlyMathStyles,
    img: onlyOwnSizes,
    ...Object.fromEntries(['a', 'li', 'h4', 'h5', 'h6'].map((tag) => [tag, onlyOwnId])),
  },
  parseStyleAttributes: false, // seen to above, ten times faster
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Our own two rules for addresses are narrower than the library's.
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'img' && !isImageAddress(attribs.src ?? '')) ||
    (tag === 'a' && !isLinkAddress(attribs.href ?? '') && 'excludeTag'),
  nestingLimit: 200, // formulas nest deeply; texts are held to less by the parser
})

const posts = allowed(inPosts)
/** Of a post that a plugin has drawn in. */
const drawnPosts: IOptions = {
  ...posts,
  allowedTags: [...inPosts, ...drawingElements],
  allowedAttributes: {
    ...posts.allowedAttributes,
    ...drawingAttributes,
    svg: [...mathAttributes.svg, 'role', 'aria-label', ...drawingAttributes.svg!],
    line: [...mathAttributes.line, ...drawingAttributes.line!],
    table: ['aria-label'],
    th: [{ name: 'scope', values: ['col', 'row'] }],
    div: [{ name: 'tabindex', values: ['0'] }, 'data-frame', 'data-ratio'],
  },
  allowedClasses: {
    ...posts.allowedClasses,
    div: ['table-scroll', 'alert', 'alert-*', 'drawn', 'embed'],
    p: ['alert-title', 'embed-title', 'embed-text'],
  },
  transformTags: {
    ...posts.transformTags,
    ...Object.fromEntries([...drawingElements, 'path', 'line'].map((tag) => [tag, onlyPlainPaint])),
    svg: (tagName, attribs) => onlyMathStyles(tagName, onlyPlainPaint(tagName, attribs).attribs),
  },
}
const options: Record<TextMode, IOptions> = { post: posts, comment: allowed(inComments) }

/** Whatever made this HTML, only what a post (or a comment) may hold is left of it. Always the last step before storing. */
export const sanitize = (html: string, mode: TextMode = 'post') =>
  plainHtml(html, mode === 'comment') ?? sanitized(html, mode)

/** The same for a post that a plugin has drawn in: shapes are left, too. */
export const sanitizeDrawn = (html: string) => sanitizeHtml(html, drawnPosts)

/** Cleaning takes longer with each element that one stands in: seconds where a plugin only opens them. */
const DRAWING_DEPTH = 200
const isDeep = (html: string) => {
  let depth = 0
  let isOver = false
  const parser = new Parser({
    onopentag() {
      if (++depth <= DRAWING_DEPTH) return
      isOver = true
      parser.pause()
    },
    onclosetag: () => void depth--,
  })
  parser.write(html)
  return isOver
}

/** A drawing of a plugin, balanced by itself: it can't reach out of its place in the text. Undefined where it is nested too deeply. */
export const safeDrawing = (html: string) => (isDeep(html) ? undefined : sanitizeHtml(html, drawingOptions))

/** The whole way, which whatever isn't plain goes. */
export const sanitized = (html: string, mode: TextMode) => sanitizeHtml(html, options[mode])
