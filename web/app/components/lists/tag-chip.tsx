import type { TagChip as Tag } from '@askwell/contract/shapes.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { className } from '../../ui/class-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import './tag-chip.css'

export type Chip = Pick<Tag, 'slug_name' | 'display_name'> & Partial<Pick<Tag, 'recommend' | 'reserved' | 'to_be_made'>>

/** Framed for recommended tags, locked for tags that only staff may use; a new tag that doesn't exist yet is no link. */
export const TagChip = ({ tag }: { tag: Chip }) =>
  tag.to_be_made ? (
    <NewTag tag={tag} />
  ) : (
    <Link
      className={className('tag', tag.recommend && 'tag-required', tag.reserved && 'tag-reserved')}
      to={paths.tag(tag.slug_name)}
      dir="auto"
    >
      {tag.reserved && <Icon name="lock" />}
      {tag.display_name || tag.slug_name}
    </Link>
  )

function NewTag({ tag }: { tag: Chip }) {
  const t = useText('tags')
  return (
    <span className="tag tag-new">
      <bdi>{tag.display_name || tag.slug_name}</bdi>
      <small>{t('to_be_made')}</small>
    </span>
  )
}

export const TagList = ({
  tags,
  note,
  children,
}: {
  tags: Chip[]
  note?: (tag: Chip) => ReactNode
  children?: ReactNode
}) => (
  <ul className="tag-list">
    {tags.map((tag) => (
      <li key={tag.slug_name}>
        <TagChip tag={tag} />
        {note && (
          <>
            {' '}
            <span className="tag-count">{note(tag)}</span>
          </>
        )}
      </li>
    ))}
    {children}
  </ul>
)
