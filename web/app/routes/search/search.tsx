import type { CaptchaToSolve } from '@askwell/contract/accounts.ts'
import type { ReplyOf } from '@askwell/contract/endpoint.ts'
import { SEARCH_PASTED_MAX, SEARCH_QUERY_MAX } from '@askwell/contract/limits.ts'
import {
  type AlsoSearched,
  search as searchEndpoint,
  SEARCH_ORDERS,
  type SearchOrder,
} from '@askwell/contract/search.ts'
import { isEmptySearch, parseSearch, searchedTexts, isWritten, searchIn } from '@askwell/contract/search-syntax.ts'
import { savedSearches, saveSearch } from '@askwell/contract/saved-searches.ts'
import { tagsPage } from '@askwell/contract/tags.ts'
import { redirect } from 'react-router'
import { withTyped } from '../../captcha.ts'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { CaptchaFields } from '../../components/captcha/captcha-fields.tsx'
import { ListTools } from '../../components/lists/list-tools.tsx'
import { pageIn, pagesOf, withQuery } from '../../components/lists/listing.ts'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { SearchBox } from '../../components/layout/search-box.tsx'
import { TagList } from '../../components/lists/tag-chip.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { cachedPath } from './cached-page.ts'
import { partsOf, withPhrases } from './search-parts.ts'
import { SaveSearch } from './save-search.tsx'
import { SearchResult } from './search-result.tsx'
import '../../components/lists/search-result.css'
import type { Route } from './+types/search.ts'

const SIZE = 20
const TAGS_SHOWN = 6

const isTooLong = (q: string) => [...q].length > SEARCH_PASTED_MAX
/** What is longer than a search is a text, such as an error message. */
const isPasted = (q: string) => [...q].length > SEARCH_QUERY_MAX
const askedFor = (q: string) => (isPasted(q) ? { q: [...q].slice(0, SEARCH_QUERY_MAX).join(''), pasted: q } : { q })

const meantBy = (q: string) => parseSearch(isPasted(q) ? searchIn(q) : q)

/** As it is saved. */
const plainly = (q: string) => q.replace(/\s+/g, ' ')

const NONE_FOUND: ReplyOf<typeof searchEndpoint> = { count: 0, list: [] }

const load = async ({ call: ask, url, site, user }: RouteContext) => {
  const ownHost = URL.parse(site?.general.site_url ?? '')?.host ?? url.host
  const original = cachedPath(url.searchParams.get('q') ?? '', [url.host, ownHost])
  if (original) throw redirect(original)
  const { call, challenge } = withTyped(ask, url.searchParams)
  const q = url.searchParams.get('q')?.trim() ?? ''
  const asked = url.searchParams.get('order') as SearchOrder
  const order = SEARCH_ORDERS.includes(asked) ? asked : 'relevance'
  const page = pageIn(url)
  const query = meantBy(q)
  if (isEmptySearch(query) || isTooLong(q))
    return {
      q,
      order,
      page,
      count: 0,
      hits: [],
      nearest: false,
      also: [],
      missing: undefined,
      tags: [],
      saved: undefined,
      captcha: undefined,
    }
  const word = query.words[0] ?? query.tags[0]
  let captcha: CaptchaToSolve | undefined
  const [found, tags, searches] = await Promise.all([
    call(searchEndpoint, { query: { ...askedFor(q), order, page, size: SIZE } }).catch(async (error: unknown) => {
      captcha = await challenge(error)
      if (!captcha) throw error
      return NONE_FOUND
    }),
    word ? call(tagsPage, { query: { slug_name: word, page_size: TAGS_SHOWN } }) : { list: [] },
    user && call(savedSearches),
  ])
  return {
    q,
    order,
    page,
    count: found.count,
    hits: found.list,
    nearest: Boolean(found.nearest),
    also: found.also ?? [],
    missing: { tags: found.missing_tags ?? [], user: found.missing_user },
    tags: tags.list,
    saved: searches?.list.some((one) => one.q === plainly(q)),
    captcha,
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) => call(saveSearch, { body: { q: text(form, 'q') } })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Search({
  loaderData: { q, order, page, count, hits, nearest, also, missing, tags, saved, captcha },
}: Route.ComponentProps) {
  const t = useText('search')
  const query = meantBy(q)
  const wanted = searchedTexts(query)
  const tooLong = isTooLong(q)
  const searched = !isEmptySearch(query) && !tooLong
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
      {tooLong && (
        <Notice kind="warning" role="status">
          {t('too_long', { max: SEARCH_PASTED_MAX, length: [...q].length })}
        </Notice>
      )}
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
          {(!isPasted(q) || isWritten(q)) && <Understood q={q} order={order} />}
          {saved !== undefined && !isPasted(q) && <SaveSearch q={q} saved={saved} />}
          {(nearest || also.length > 0) && <Widened {...{ q, order, nearest, also }} />}
          {missing && <Missing {...missing} />}
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

const askAddress = (title: string) => `${paths.ask()}?title=${encodeURIComponent(title)}`

/** Above results that lack some of what was asked for, or have a word that it may have been meant to be. */
function Widened({ q, order, nearest, also }: { q: string; order: string; nearest: boolean; also: AlsoSearched[] }) {
  const t = useText('search')
  const list = new Intl.ListFormat(useLanguage().tag, { type: 'conjunction' })
  const named = (words: string[]) => list.format(words.map((word) => t('part_phrase', { value: word })))
  return (
    <Notice kind="info" role="status">
      {nearest && t('nearest', { q })} {also.length > 0 && t('also', { words: named(also.map(({ word }) => word)) })}{' '}
      {nearest ? (
        <Link to={askAddress(q)}>{t('ask')}</Link>
      ) : (
        <Link to={withQuery('/search', { q: withPhrases(q, also), order }, { order: 'relevance' })}>
          {t('only', { words: named(also.map(({ typed }) => typed)) })}
        </Link>
      )}
    </Notice>
  )
}

/** Why nothing can be found. */
function Missing({ tags, user }: { tags: string[]; user: string | undefined }) {
  const t = useText('search')
  const list = new Intl.ListFormat(useLanguage().tag, { type: 'conjunction' })
  if (tags.length === 0 && user === undefined) return null
  return (
    <Notice kind="info" role="status">
      {tags.length > 0 && t('no_tag', { count: tags.length, tags: list.format(tags.map((tag) => `[${tag}]`)) })}{' '}
      {user !== undefined && t('no_user', { user })}
    </Notice>
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
          <ButtonLink look="primary" to={askAddress(q)}>
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

const TIPS = [
  ['tip_tag', '[tag]'],
  ['tip_phrase', '"two words"'],
  ['tip_without', '-word'],
  ['tip_either', 'this OR that'],
  ['tip_title', 'in:title'],
  ['tip_code', 'code:word'],
  ['tip_language', 'lang:python'],
  ['tip_user', 'user:name'],
  ['tip_question', 'is:question'],
  ['tip_answer', 'is:answer'],
  ['tip_score', 'score:10'],
  ['tip_answers', 'answers:0'],
  ['tip_accepted', 'hasaccepted:no'],
  ['tip_closed', 'is:closed'],
  ['tip_created', 'created:2024..'],
] as const

function Tips() {
  const t = useText('search')
  return (
    <AsideSection id="search-by" title={t('tips')}>
      <dl className="operators">
        {TIPS.map(([key, syntax]) => (
          <div key={key}>
            <dt>
              <code>{syntax}</code>
            </dt>
            <dd>{t(key)}</dd>
          </div>
        ))}
      </dl>
    </AsideSection>
  )
}
