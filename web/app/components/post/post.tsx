import type { ReactNode } from 'react'
import { className } from '../../ui/class-name.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import type { PostState } from './question-state.ts'
import './post.css'

interface Props {
  kind: 'question' | 'answer'
  id: string
  html: string
  /** Where the text is read that this page leaves out. */
  elsewhere?: string
  state?: PostState
  label?: string
  labelledBy?: string
  /** Before the text: the accepted mark, a notice. */
  head?: ReactNode
  tags?: ReactNode
  author: ReactNode
  /** What an imported text is licensed under, by whom. */
  license?: { name: string; author: { username: string; display_name: string } }
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
  elsewhere,
  state,
  label,
  labelledBy,
  head,
  tags,
  author,
  license,
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
    {elsewhere ? <LongText address={elsewhere} /> : <Prose html={html} within={kind === 'answer' ? id : undefined} />}
    {tags && <div className="post-tags">{tags}</div>}
    <div className="post-rail">{rail}</div>
    <div className="post-foot">
      <div className="post-author">{author}</div>
      <div className="post-tools">{tools}</div>
    </div>
    {license && <License {...license} />}
    {comments}
  </article>
)

/** CC BY-SA 3.0 → its deed; any other licence is only named. */
const deedOf = (name: string) => {
  const [, kind, version] = /^CC (BY(?:-[A-Z]{2})*) (\d\.\d)$/.exec(name) ?? []
  return kind && `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`
}

function License({ name, author }: NonNullable<Props['license']>) {
  const t = useText('post')
  const deed = deedOf(name)
  return (
    <p className="post-license">
      <Link to={paths.user(author.username)}>{t('license_by', { name: author.display_name })}</Link>
      {' · '}
      {deed ? (
        <a href={deed} rel="license noopener">
          {name}
        </a>
      ) : (
        name
      )}
    </p>
  )
}

function LongText({ address }: { address: string }) {
  const t = useText('post')
  return (
    <div className="post-elsewhere">
      <p>{t('long_answer')}</p>
      <ButtonLink to={address}>{t('show_long_answer')}</ButtonLink>
    </div>
  )
}
