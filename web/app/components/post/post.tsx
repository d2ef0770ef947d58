import type { ReactNode } from 'react'
import { className } from '../../ui/class-name.ts'
import { Prose } from '../../ui/raw-html.tsx'
import type { PostState } from './question-state.ts'
import './post.css'

interface Props {
  kind: 'question' | 'answer'
  id: string
  html: string
  state?: PostState
  label?: string
  labelledBy?: string
  /** Before the text: the accepted mark, a notice. */
  head?: ReactNode
  tags?: ReactNode
  author: ReactNode
  /** Votes and what stands under them. */
  rail: ReactNode
  tools: ReactNode
  comments?: ReactNode
}

/** A question or an answer. The votes come after the text in HTML, and left of it by the grid; on phones they are below, beside the tools. */
export const Post = ({
  kind,
  id,
  html,
  state,
  label,
  labelledBy,
  head,
  tags,
  author,
  rail,
  tools,
  comments,
}: Props) => (
  <article
    className={className('post', kind)}
    id={id}
    data-state={state}
    aria-label={label}
    aria-labelledby={labelledBy}
  >
    {head}
    <Prose html={html} />
    {tags && <div className="post-tags">{tags}</div>}
    <div className="post-author">{author}</div>
    <div className="post-rail">{rail}</div>
    <div className="post-tools">{tools}</div>
    {comments}
  </article>
)
