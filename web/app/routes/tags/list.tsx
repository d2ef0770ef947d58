import { isStaff } from '@askwell/contract/roles.ts'
import { followedTags, followTags, TAG_ORDERS, type TagCard, type TagOrder, tagsPage } from '@askwell/contract/tags.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { findTags } from '../../components/editor/find-tags.ts'
import { ListTools } from '../../components/lists/list-tools.tsx'
import { pageIn, pagesOf, withQuery } from '../../components/lists/listing.ts'
import { NameFilter } from '../../components/lists/name-filter.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { TagChip } from '../../components/lists/tag-chip.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { TagInput, wordsOf } from '../../ui/tag-input.tsx'
import './tags.css'
import type { Route } from './+types/list.ts'

const PAGE_SIZE = 36 // fills three and four columns

const load = async ({ call, url, user }: RouteContext) => {
  const filter = url.searchParams.get('filter')?.trim().slice(0, 100) ?? ''
  const asked = url.searchParams.get('order') as TagOrder
  const order = TAG_ORDERS.includes(asked) ? asked : 'popular'
  const page = pageIn(url)
  // Deleted tags have a list of their own, for staff.
  const status = url.searchParams.get('status') === 'deleted' && isStaff(user) ? 'deleted' : 'available'
  const [{ count, list }, followed] = await Promise.all([
    call(tagsPage, { query: { page, page_size: PAGE_SIZE, slug_name: filter, query_cond: order, status } }),
    user ? call(followedTags) : [],
  ])
  return { filter, order, status, page, count, tags: list, followed: followed.map(({ slug_name }) => slug_name) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  call(followTags, { body: { slug_name_list: wordsOf(text(form, 'slug_name_list')) } })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Tags({
  loaderData: { filter, order, status, page, count, tags, followed },
}: Route.ComponentProps) {
  const t = useText('tags')
  const user = useUser()
  const staff = isStaff(user)
  const deleted = status === 'deleted'
  const address = (query: { order?: string; page?: number; filter?: string; status?: string }) =>
    withQuery(paths.tags(), { filter, order, status, ...query }, { order: 'popular', status: 'available' })
  const others = staff && (
    <Link to={address({ status: deleted ? 'available' : 'deleted', page: 1 })}>{t(deleted ? 'all' : 'deleted')}</Link>
  )
  return (
    <PageFrame>
      <PageMeta
        title={t('title')}
        description={t('lead')}
        canonical={address({ page, filter: '' })}
        hidden={filter !== '' || deleted}
        pages={{ page, pages: pagesOf(count, PAGE_SIZE), address: (number) => address({ page: number }) }}
      />
      <PageTitle note={t('count', { count })} end={staff && <ButtonLink to="/tags/create">{t('create')}</ButtonLink>}>
        {t(deleted ? 'deleted' : 'title')}
      </PageTitle>
      <NameFilter
        name="filter"
        value={filter}
        label={t('filter')}
        others={{ order: order === 'popular' ? '' : order, status: status === 'available' ? '' : status }}
      />
      {user && !deleted && <Followed key={followed.join()} slugs={followed} />}
      <ListTools
        orders={(deleted ? (['name'] as const) : TAG_ORDERS).map((value) => ({ value, label: t(`order_${value}`) }))}
        current={deleted ? 'name' : order}
        address={(value) => address({ order: value })}
        end={others}
      />
      {tags.length > 0 ? (
        <ul className="tag-grid">
          {tags.map((tag) => (
            <TagCell key={tag.tag_id} tag={tag} deleted={deleted} />
          ))}
        </ul>
      ) : (
        <Empty
          icon="tag"
          title={filter ? t('none_like', { filter }) : t('none')}
          actions={filter && <ButtonLink to={paths.tags()}>{t('all')}</ButtonLink>}
        />
      )}
      <Pagination
        label={t('pages')}
        page={page}
        pages={pagesOf(count, PAGE_SIZE)}
        address={(number) => address({ page: number })}
      />
    </PageFrame>
  )
}

/** Which tags one follows, and others instead. */
function Followed({ slugs }: { slugs: string[] }) {
  const t = useText('tags')
  return (
    <details className="followed-tags">
      <summary>
        {t('following', { count: slugs.length })}
        <Icon name="chevronDown" small />
      </summary>
      <PageForm labels={{ slug_name_list: t('following_label') }}>
        {(field, { busy }) => {
          const { defaultValue = slugs.join(), ...rest } = field('slug_name_list')
          return (
            <>
              <TagInput
                {...rest}
                label={t('following_label')}
                help={t('following_help')}
                defaultValue={wordsOf(defaultValue)}
                find={findTags}
              />
              <ButtonRow>
                <SubmitButton size="small" look="plain" busy={busy}>
                  {t('following_save')}
                </SubmitButton>
              </ButtonRow>
            </>
          )
        }}
      </PageForm>
    </details>
  )
}

function TagCell({ tag, deleted }: { tag: TagCard; deleted: boolean }) {
  const t = useText('tags')
  return (
    <li className="tag-cell">
      <div className="tag-cell-head">
        {deleted ? (
          <Link className="tag" to={paths.tagInfo(tag.slug_name)} dir="auto">
            {tag.display_name || tag.slug_name}
          </Link>
        ) : (
          <TagChip tag={tag} />
        )}
        <span className="numbers">{t('questions', { count: tag.question_count })}</span>
      </div>
      {tag.description && <p dir="auto">{tag.description}</p>}
    </li>
  )
}
