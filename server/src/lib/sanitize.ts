import sanitizeHtml, { type IOptions, type Transformer } from 'sanitize-html'
import { isImageAddress, isLinkAddress } from './link-address.ts'
import { isMathStyle, mathAttributes, mathClasses, mathElements } from './math-markup.ts'
import { plainHtml } from './plain-html.ts'

export type TextMode = 'post' | 'comment'

const inComments = ['p', 'br', 'strong', 'em', 's', 'del', 'a', 'code', 'pre', 'span', ...mathElements]
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
]
const aligned = ['align-left', 'align-center', 'align-right']

const onlyMathStyles: Transformer = (tagName, attribs) => {
  if (attribs.style) attribs.style = attribs.style.split(';').filter(isMathStyle).join(';')
  return { tagName, attribs }
}

const allowed = (allowedTags: string[]): IOptions => ({
  allowedTags,
  allowedAttributes: {
    ...mathAttributes,
    a: ['href', 'title', { name: 'rel', values: ['nofollow ugc noopener'] }],
    img: [
      'src',
      'alt',
      'title',
      { name: 'loading', values: ['lazy'] },
      { name: 'referrerpolicy', values: ['no-referrer'] },
    ],
    pre: [{ name: 'tabindex', values: ['0'] }],
    div: [{ name: 'tabindex', values: ['0'] }],
    ol: ['start'],
    th: [{ name: 'scope', values: ['col'] }],
    span: ['style', { name: 'aria-hidden', values: ['true'] }],
  },
  allowedClasses: {
    a: ['mention'],
    code: ['hljs', /^language-[\w+#.-]{1,30}$/],
    div: ['table-scroll'],
    th: aligned,
    td: aligned,
    mtd: ['mtr-glue', 'mml-eqn-num'],
    mpadded: ['vcenter'],
    span: ['hljs-*', /^language-[\w+#.-]{1,30}$/, /^[a-z]+__?$/, ...mathClasses], // hljs also writes `title function_`
  },
  transformTags: { span: onlyMathStyles, svg: onlyMathStyles },
  parseStyleAttributes: false, // seen to above, ten times faster
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Our own two rules for addresses are narrower than the library's.
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'img' && !isImageAddress(attribs.src ?? '')) ||
    (tag === 'a' && !isLinkAddress(attribs.href ?? '') && 'excludeTag'),
  nestingLimit: 200, // formulas nest deeply; texts are held to less by the parser
})

const options: Record<TextMode, IOptions> = { post: allowed(inPosts), comment: allowed(inComments) }

/** Whatever made this HTML, only what a post (or a comment) may hold is left of it. Always the last step before storing. */
export const sanitize = (html: string, mode: TextMode = 'post') =>
  plainHtml(html, mode === 'comment') ?? sanitized(html, mode)

/** The whole way, which whatever isn't plain goes. */
export const sanitized = (html: string, mode: TextMode) => sanitizeHtml(html, options[mode])
