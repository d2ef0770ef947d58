import { tag as tagEndpoint } from '@askwell/contract/tags.ts'
import { replace } from 'react-router'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type Visit } from '../../session.ts'
import { AsideSection, PageFrame } from '../../shared/page-frame.tsx'
import { PageMeta } from '../../shared/page-meta.tsx'
import { TagChip } from '../../shared/tag-chip.tsx'
import { useText } from '../../text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import { Time } from '../../ui/time.tsx'
import type { Route } from './+types/info.ts'
import './tags.css'

const load = async ({ call, params }: Visit) => {
  const name = params.tagName!
  const tag = await call(tagEndpoint, { query: { name } })
  const slug = tag.main_tag_slug_name || tag.slug_name
  if (slug !== name) throw replace(paths.tagInfo(slug), 301)
  return { tag }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function TagInfo({ loaderData: { tag } }: Route.ComponentProps) {
  const t = useText('tags')
  const name = tag.display_name || tag.slug_name
  const questions = paths.tag(tag.slug_name)
  return (
    <PageFrame
      asideLabel={t('facts')}
      aside={(
        <AsideSection id="tag-facts" title={t('facts')}>
          <p className="page-lead"><TagChip tag={tag} /></p>
          <p className="page-lead"><Link to={questions}>{t('questions', { count: tag.question_count })}</Link></p>
          {tag.created_at > 0 && <p className="page-lead">{t('made')} <Time at={tag.created_at} /></p>}
        </AsideSection>
      )}
    >
      <PageMeta title={t('about', { tag: name })} description={tag.description} canonical={paths.tagInfo(tag.slug_name)} />
      <PageTitle end={<ButtonLink to={questions}>{t('see_questions')}</ButtonLink>}>{t('about', { tag: name })}</PageTitle>
      {tag.parsed_text
        ? <Prose html={tag.parsed_text} />
        : <Empty icon="tag" title={t('no_description')} actions={<ButtonLink to={questions}>{t('see_questions')}</ButtonLink>}>{t('no_description_note')}</Empty>}
    </PageFrame>
  )
}
