import { useText } from '../../i18n/text.tsx'
import { type Chip, TagList } from './tag-chip.tsx'

/** In a row of a list: the first of them, and how many more there are. */
export function FewTags({ tags, most }: { tags: Chip[]; most: number }) {
  const t = useText('list')
  const more = tags.slice(most)
  if (more.length === 0) return <TagList tags={tags} />
  const names = more.map(({ display_name, slug_name }) => display_name || slug_name).join(', ')
  return (
    <TagList tags={tags.slice(0, most)}>
      <li className="tags-more" title={names}>
        <span aria-hidden="true">{t('tags_more', { count: more.length })}</span>
        <span className="visually-hidden">{names}</span>
      </li>
    </TagList>
  )
}
