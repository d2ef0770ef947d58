import type { TagChip as Tag } from '@askwell/contract/shapes.ts'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { className } from '../ui/class-name.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import './tag-chip.css'

type Chip = Pick<Tag, 'slug_name' | 'display_name'> & Partial<Pick<Tag, 'recommend' | 'reserved'>>

/** Framed where the site asks for it, locked where only staff may use it. */
export const TagChip = ({ tag }: { tag: Chip }) => (
  <Link className={className('tag', tag.recommend && 'tag-required', tag.reserved && 'tag-reserved')} to={paths.tag(tag.slug_name)} dir="auto">
    {tag.reserved && <Icon name="lock" />}{tag.display_name || tag.slug_name}
  </Link>
)

export const TagList = ({ tags, note }: { tags: Chip[]; note?: (tag: Chip) => ReactNode }) => (
  <ul className="tag-list">
    {tags.map((tag) => <li key={tag.slug_name}><TagChip tag={tag} />{note && <> <span className="tag-count">{note(tag)}</span></>}</li>)}
  </ul>
)
