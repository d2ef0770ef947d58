// words: search.order_* search.part_* search.tip_*
import type { CaptchaToSolve } from '@askwell/contract/accounts.ts'
import { SEARCH_QUERY_MAX } from '@askwell/contract/limits.ts'
import { search as searchEndpoint, SEARCH_ORDERS, type SearchOrder } from '@askwell/contract/search.ts'
import { isEmptySearch, parseSearch } from '@askwell/contract/search-syntax.ts'
import { tagsPage } from '@askwell/contract/tags.ts'
import { redirect } from 'react-router'
import { withTyped } from '../../captcha.ts'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { CaptchaFields } from '../../components/captcha/captcha-fields.tsx'
import { ListTools } from '../../components/lists/list-tools.tsx'
import { pageIn, pagesOf, withQuery } from '../../components/lists/listing.ts'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { SearchBox } from '../../components/layout/search-box.tsx'
import { TagList } from '../../components/lists/tag-chip.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { cachedPath } from './cached-page.ts'
import { partsOf } from './search-parts.ts'
import { SearchResult } from './search-result.tsx'
import '../../components/lists/search-result.css'
import '../../ui/tag-input.css'
import type { Route } from './+types/search.ts'

const SIZE = 20
const TAGS_SHOWN = 6

const NONE_FOUND = { count: 0, list: [] }

const load = async ({ call: ask, url, site }: RouteContext) => {
  const ownHost = URL.parse(site?.general.site_url ?? '')?.host ?? url.host
  const original = cachedPath(url.searchParams.get('q') ?? '', [url.host, ownHost])
  if (original) throw redirect(original)
  const { call, challenge } = withTyped(ask, url.searchParams)
  const q = url.searchParams.get('q')?.trim().slice(0, SEARCH_QUERY_MAX) ?? ''
  const asked = url.searchParams.get('order') as SearchOrder
  const order = SEARCH_ORDERS.includes(asked) ? asked : 'relevance'
  const page = pageIn(url)
  const query = parseSearch(q)
  if (isEmptySearch(query)) return { q, order, page, count: 0, hits: [], tags: [], captcha: undefined }
  const word = query.words[0] ?? query.tags[0]
  let captcha: CaptchaToSolve | undefined
  const [found, tags] = await Promise.all([
    call(searchEndpoint, { query: { q, order, page, size: SIZE } }).catch(async (error: unknown) => {
      captcha = await challenge(error)
      if (!captcha) throw error
      return NONE_FOUND
    }),
    word ? call(tagsPage, { query: { slug_name: word, page_size: TAGS_SHOWN } }) : { list: [] },
  ])
  return { q, order, page, count: found.count, hits: found.list, tags: tags.list, captcha }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Search({ loaderData: { q, order, page, count, hits, tags, captcha } }: Route.ComponentProps) {
  const t = useText('search')
  const query = parseSearch(q)
  const wanted = [...query.words, ...query.phrases]
  const searched = !isEmptySearch(query)
  const address = (changed: { order?: string; page?: number }) =>
    withQuery('/search', { q, order, ...changed }, { order: 'relevance' })
  const first = (page - 1) * SIZE + 1
  const counts = new Map(tags.map((tag) => [tag.slug_name, tag.question_count]))
  return (
    <PageFrame
      asideLabel={t('help')}
      aside={
        <>
          <Tips />
          {tags.length > 0 && (
            <AsideSection id="tags-found" title={t('tags')}>
              <TagList tags={tags} note={(tag) => counts.get(tag.slug_name)} />
            </AsideSection>
          )}
        </>
      }
    >
      <PageMeta title={q ? t('title_for', { q }) : t('title')} hidden />
      <PageTitle>{t('title')}</PageTitle>
      <SearchBox large query={q} />
      {captcha && (
        <form method="get">
          {Object.entries({ q, order, page }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <CaptchaFields captcha={captcha} error={undefined} />
          <SubmitButton>{t('title')}</SubmitButton>
        </form>
      )}
      {searched && !captcha && (
        <>
          <ListTools
            orders={SEARCH_ORDERS.map((value) => ({ value, label: t(`order_${value}`) }))}
            current={order}
            address={(value) => address({ order: value })}
            end={
              count > 0 && (
                <span className="page-head-note numbers">
                  {t('shown', { count, first, last: first + hits.length - 1 })}
                </span>
              )
            }
          />
          <Understood q={q} order={order} />
          {hits.length > 0 ? (
            <ul className="result-list">
              {hits.map((hit) => (
                <SearchResult key={hit.object.id} hit={hit} wanted={wanted} />
              ))}
            </ul>
          ) : (
            <Nothing q={q} />
          )}
          <Pagination
            label={t('pages')}
            page={page}
            pages={pagesOf(count, SIZE)}
            address={(number) => address({ page: number })}
          />
        </>
      )}
      {!searched && (
        <Empty
          icon="search"
          title={t('begin')}
          actions={<ButtonLink to={paths.home()}>{t('all_questions')}</ButtonLink>}
        >
          {t('begin_note')}
        </Empty>
      )}
    </PageFrame>
  )
}

/** What the search was taken to mean; each part can be left out. Plain words alone need no explaining. */
function Understood({ q, order }: { q: string; order: string }) {
  const t = useText('search')
  const parts = partsOf(q)
  if (parts.every(({ kind }) => kind === 'word')) return null
  return (
    <div className="filter-row">
      <span>{t('understood')}</span>
      {parts.map(({ kind, value, without }) => {
        const words = t(`part_${kind}`, typeof value === 'number' ? { count: value } : { value })
        return (
          <span className="tag" key={`${kind} ${value}`}>
            <span dir="auto">{words}</span>
            <Link
              className="tag-remove"
              to={withQuery('/search', { q: without, order }, { order: 'relevance' })}
              aria-label={t('leave_out', { part: words })}
            >
              <Icon name="x" small />
            </Link>
          </span>
        )
      })}
      <Link to="/search">{t('clear')}</Link>
    </div>
  )
}

function Nothing({ q }: { q: string }) {
  const t = useText('search')
  return (
    <Empty
      icon="search"
      title={t('nothing', { q })}
      actions={
        <>
          <ButtonLink look="primary" to={`${paths.ask()}?title=${encodeURIComponent(q)}`}>
            {t('ask')}
          </ButtonLink>
          <ButtonLink to={paths.home()}>{t('all_questions')}</ButtonLink>
        </>
      }
    >
      {t('nothing_note')}
    </Empty>
  )
}

const TIPS = {
  tag: '[tag]',
  phrase: '"two words"',
  user: 'user:name',
  question: 'is:question',
  answer: 'is:answer',
  score: 'score:10',
  answers: 'answers:0',
  accepted: 'hasaccepted:no',
}

function Tips() {
  const t = useText('search')
  return (
    <AsideSection id="search-by" title={t('tips')}>
      <dl className="operators">
        {Object.entries(TIPS).map(([name, syntax]) => (
          <div key={name}>
            <dt>{syntax}</dt>
            <dd>{t(`tip_${name}`)}</dd>
          </div>
        ))}
      </dl>
    </AsideSection>
  )
}
