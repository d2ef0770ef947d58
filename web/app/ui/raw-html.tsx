import katexCss from 'katex/dist/katex.min.css?url'
import { type HTMLAttributes, type RefAttributes, use, useEffect, useRef } from 'react'
import { useText } from '../i18n/text.tsx'
import { OutsideImagesContext, withoutOutsideImages } from './outside-images.ts'
import { ownHeadings } from './own-headings.ts'
import './prose.css'

const classes = { post: 'prose', small: 'prose prose-small', comment: 'comment-body' }

interface Props {
  /** Made and cleaned by the server, never by the browser. */
  html: string
  look?: keyof typeof classes
  /** The language it was written in, where it isn't the page's. */
  lang?: string
  /** A name of this text, where several with headings stand on one page. */
  within?: string
  /** A line of its own, or inside one. */
  as?: 'div' | 'span'
}

/** HTML that an admin wrote and the server has read. In the browser the server’s stays where it is. */
export const SiteHtml = ({ html, ...rest }: { html: string } & HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
)

const AS_RENDERED = { __html: '' }
/** What the server rendered here stays, whatever it was: React takes an element over that has HTML of its own, and doesn't look at it. */
export const AsRendered = () => <div suppressHydrationWarning dangerouslySetInnerHTML={AS_RENDERED} />

/** Lists and quotations run as they begin, whatever the text around them does: their marks and bars stand on that side. */
const directed = (html: string) => html.replace(/<(ul|ol|blockquote)(?=[ >])/g, '<$1 dir="auto"')

/** What members wrote: made and cleaned by the server. Formulas bring their stylesheet along; images of other hosts may have to wait. */
export function Prose({ html: whole, look = 'post', lang, within, as: Tag = 'div' }: Props) {
  const { heldBack, ownHost } = use(OutsideImagesContext)
  const own = within ? ownHeadings(whole, within) : whole
  const html = directed(heldBack ? withoutOutsideImages(own, ownHost) : own)
  const root = useEnhanced(html)
  return (
    <>
      {html.includes('class="katex') && <link rel="stylesheet" href={katexCss} precedence="formulas" />}
      <Tag
        {...({ ref: root } as RefAttributes<HTMLDivElement & HTMLSpanElement>)}
        className={classes[look]}
        dir="auto"
        lang={lang}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  )
}

/** Where scripts run, code can be copied by a button, pictures open large and frames are shown on demand; what does it comes only with them. */
function useEnhanced(html: string) {
  const t = useText('ui')
  const root = useRef<HTMLElement>(null)
  const words = { copy: t('copy_code'), copied: t('code_copied'), failed: t('code_not_copied') }
  const imageWords = { open: t('open_image'), close: t('close') }
  const frameWords = {
    show: (host: string) => t('show_frame', { host }),
    note: (host: string) => t('frame_note', { host }),
  }
  useEffect(() => {
    // Without them the code can be selected and the picture seen all the same.
    const ignore = () => {}
    if (html.includes('<pre'))
      import('./code-copy.ts').then(({ addCopyButtons }) => root.current && addCopyButtons(root.current, words), ignore)
    if (html.includes('<img'))
      import('./image-view.ts').then(({ openImages }) => root.current && openImages(root.current, imageWords), ignore)
    if (html.includes('class="katex'))
      import('./wide-formulas.ts').then(
        ({ reachWideFormulas }) => root.current && reachWideFormulas(root.current),
        ignore,
      )
    if (html.includes(' data-frame='))
      import('./embeds.ts').then(({ offerFrames }) => root.current && offerFrames(root.current, frameWords), ignore)
    if (document.documentElement.dataset.draws && html.includes('<pre'))
      import('./drawn-blocks.ts').then(
        ({ drawBlocks }) => root.current && drawBlocks(root.current, t('drawn_code')),
        ignore,
      )
    // The words of a page don't change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [html])
  return root
}
