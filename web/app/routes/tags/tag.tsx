import { PAGE } from '@askwell/contract/limits.ts'
import { tag as tagEndpoint } from '@askwell/contract/tags.ts'
import { replace } from 'react-router'
import { inBrowserSubmit, onServerSubmit } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { FollowControl } from '../../components/user/follow-control.tsx'
import { MuteTag, sendFollowOrMute } from '../../components/user/mute-control.tsx'
import { isTagMuted } from './is-tag-muted.ts'
import { listingAddress, loadListing, pagesOf } from '../../components/lists/listing.ts'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { QuestionListing } from '../../components/lists/question-listing.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import type { Route } from './+types/tag.ts'

const load = async (visit: RouteContext) => {
  const name = visit.params.tagName!
  const tag = await visit.call(tagEndpoint, { query: { name } })
  // A synonym leads to the tag it stands for, and other spellings to the slug.
  const slug = tag.main_tag_slug_name || tag.slug_name
  if (slug !== name) throw replace(paths.tag(slug) + visit.url.search, 301)
  const [listing, is_muted] = await Promise.all([loadListing(visit, { tag: slug }), isTagMuted(visit, tag.tag_id)])
  return { tag, listing, is_muted }
}
export const action = onServerSubmit(sendFollowOrMute)
export const clientAction = inBrowserSubmit(sendFollowOrMute)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Tag({ loaderData: { tag, listing, is_muted } }: Route.ComponentProps) {
  const t = useText('tags')
  const path = paths.tag(tag.slug_name)
  const { order, in_days, page, count, older_than } = listing
  const name = tag.display_name || tag.slug_name
  const ask = <ButtonLink to={`${paths.ask()}?tags=${encodeURIComponent(tag.slug_name)}`}>{t('ask')}</ButtonLink>
  return (
    <PageFrame
      asideLabel={t('about', { tag: name })}
      aside={
        <AsideSection
          id="about-tag"
          title={t('about', { tag: name })}
          end={<Link to={paths.tagInfo(tag.slug_name)}>{t('more')}</Link>}
        >
          <p className="page-lead" dir="auto">
            {tag.description || t('no_description')}
          </p>
        </AsideSection>
      }
    >
      <PageMeta
        title={page > 1 ? t('tagged_page', { tag: name, page }) : t('tagged', { tag: name })}
        description={tag.description}
        canonical={listingAddress(path, { order, in_days, page, older_than })}
        pages={{
          page,
          pages: pagesOf(count, PAGE.size),
          address: (number) => listingAddress(path, { order, in_days, page: number }),
        }}
      />
      <PageTitle
        note={t('questions', { count: tag.question_count })}
        end={
          <>
            <FollowControl object_id={tag.tag_id} is_followed={tag.is_follower} />
            <MuteTag object_id={tag.tag_id} is_muted={is_muted} />
            {ask}
          </>
        }
      >
        <span dir="auto">{name}</span>
      </PageTitle>
      <QuestionListing
        listing={listing}
        path={path}
        empty={
          <Empty
            icon="tag"
            title={t('none_tagged')}
            actions={
              <>
                {ask}
                <ButtonLink to={path}>{t('all_tagged')}</ButtonLink>
              </>
            }
          >
            {t('none_tagged_note')}
          </Empty>
        }
      />
    </PageFrame>
  )
}
