import katexCss from 'katex/dist/katex.min.css?url'
import { use } from 'react'
import { OutsideImagesContext, withoutOutsideImages } from './outside-images.ts'
import './prose.css'

const classes = { post: 'prose', small: 'prose prose-small', comment: 'comment-body' }

interface Props {
  /** Made and cleaned by the server, never by the browser. */
  html: string
  look?: keyof typeof classes
  /** The language it was written in, where it isn't the page's. */
  lang?: string
  /** A line of its own, or inside one. */
  as?: 'div' | 'span'
}

/** The one place where HTML enters a page as it is. Formulas bring their stylesheet along; images of other hosts may have to wait. */
export function Prose({ html: whole, look = 'post', lang, as: Tag = 'div' }: Props) {
  const { heldBack, ownHost } = use(OutsideImagesContext)
  const html = heldBack ? withoutOutsideImages(whole, ownHost) : whole
  return (
    <>
      {html.includes('class="katex') && <link rel="stylesheet" href={katexCss} precedence="formulas" />}
      <Tag className={classes[look]} dir="auto" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}
