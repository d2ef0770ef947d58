import { contentPage, type ContentRow } from '@askwell/contract/bulk.ts'
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { StateActions } from '../../components/moderation/state-actions.tsx'
import { isPinned, stateOf } from '../../components/post/question-state.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { BulkFilterForm, listAddress, StateTabs } from './bulk-filter.tsx'
import { filterIn, inSiteTime, picksIn, timeZoneOf } from './bulk-wish.ts'
import { EraseAll } from './erase.tsx'
import { PICK_FORM, PickBar, PickBox } from './pick-bar.tsx'
import './content.css'
import type { Route } from './+types/everything.ts'

const KINDS = { questions: 'question', answers: 'answer', comments: 'comment' } as const
const ICONS = { question: 'help', answer: 'messageCircle', comment: 'messageCircle' } as const

const placeOf = (url: URL) => {
  const last = url.pathname
    .split('/')
    .at(-1)!
    .replace(/\.data$/, '')
  return last in KINDS ? (last as keyof typeof KINDS) : 'questions'
}

const load = async ({ call, url, site }: RouteContext) => {
  const place = placeOf(url)
  const kind = KINDS[place]
  const page = pageIn(url)
  const filter = filterIn(url.searchParams, kind)
  const found = await call(contentPage, {
    query: { ...inSiteTime(filter, timeZoneOf(site)), kind, page, page_size: PAGE.size },
  }).catch((error: unknown) => {
    // The last page is gone once everything on it has been dealt with: the first one then.
    if (page === 1 || !(error instanceof CallFailed) || error.status !== 404) throw error
    throw redirect(`${url.pathname}${listAddress(filter, picksIn(url.searchParams))}`)
  })
  return { ...found, place, kind, filter, page, picks: picksIn(url.searchParams) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, url }: Submission) => {
  await call(deletePermanently, { body: { type: placeOf(url) === 'answers' ? 'answers' : 'questions' } })
  return null
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Everything({ loaderData }: Route.ComponentProps) {
  const { list, count, place, kind, filter, page, picks } = loaderData
  const t = useText('admin')
  const tb = useText('bulk')
  const here = paths.admin(place)
  const title = t(`page_${place}`)
  const deleted = filter.state === 'deleted'
  const shown = list.map(({ id }) => id)
  return (
    <>
      <PageMeta title={title} hidden />
      <PageTitle note={tb(`count_${kind}`, { count })}>{title}</PageTitle>
      <BulkFilterForm {...{ kind, filter, picks, here }} />
      <StateTabs {...{ kind, filter, picks }} />
      {count > 0 && <PickBar {...{ kind, filter, count, picks, shown, here }} erases={deleted && kind !== 'comment'} />}
      {count === 0 ? (
        <Empty icon={ICONS[kind]} title={tb(`none_${kind}`)} />
      ) : (
        <Table
          caption={title}
          columns={[
            { name: tb(`column_${kind}`) },
            { name: t('author') },
            { name: t('votes'), number: true },
            ...(kind === 'question' ? [{ name: t('answers'), number: true }] : []),
            { name: t(deleted ? 'deleted' : 'written') },
            { name: <span className="visually-hidden">{t('actions')}</span> },
          ]}
        >
          {list.map((row) => (
            <Row key={row.id} row={row} picks={picks} deleted={deleted} />
          ))}
        </Table>
      )}
      <Pagination
        label={title}
        page={page}
        pages={Math.ceil(count / PAGE.size)}
        address={(to) => listAddress(filter, picks, to)}
        form={PICK_FORM}
      />
      {deleted && kind !== 'comment' && (
        <EraseAll kind={kind === 'answer' ? 'answers' : 'questions'} some={count > 0} />
      )}
    </>
  )
}

function Row({ row, picks, deleted }: { row: ContentRow; picks: string[]; deleted: boolean }) {
  const t = useText('admin')
  const tb = useText('bulk')
  const { number } = useLanguage()
  const question = { id: row.question_id, url_title: row.url_title }
  const isQuestion = row.kind === 'question'
  const to = row.kind === 'answer' ? paths.answer(question, row.id) : paths.question(question)
  const post = isQuestion ? { question_id: row.id } : { question_id: row.question_id, answer_id: row.id }
  return (
    <tr>
      <th scope="row" data-label={tb(`column_${row.kind}`)}>
        <span className="content-title">
          <PickBox id={row.id} title={row.title} picks={picks} />
          <Link to={to} dir="auto">
            {row.title}
          </Link>
          <States row={row} />
        </span>
        {!isQuestion && (
          <span className="content-excerpt" dir="auto">
            {row.excerpt}
          </span>
        )}
      </th>
      <td data-label={t('author')}>
        <Link to={paths.admin(`users/${row.user_info.id}`)}>{row.user_info.display_name}</Link>
      </td>
      <td data-label={t('votes')} className="number">
        {number(row.score)}
      </td>
      {isQuestion && (
        <td data-label={t('answers')} className="number">
          <Link to={`${paths.admin('answers')}?query=${row.id}`}>{number(row.answer_count)}</Link>
        </td>
      )}
      <td data-label={t(deleted ? 'deleted' : 'written')}>
        <Time at={deleted ? row.deleted_at : row.created_at} />
      </td>
      <td className="content-actions row-end">
        {row.kind !== 'comment' && <StateActions inList actions={row.member_actions} post={post} />}
      </td>
    </tr>
  )
}

function States({ row }: { row: ContentRow }) {
  const t = useText('admin')
  const tb = useText('bulk')
  const state = stateOf(row)
  return (
    <>
      {state && (
        <Label kind={state === 'deleted' ? 'danger' : undefined} icon={state === 'unlisted' ? 'eyeOff' : undefined}>
          {tb(`state_${state}`)}
        </Label>
      )}
      {isPinned(row) && <Label icon="pin">{t('pinned')}</Label>}
      {row.kind === 'answer' && row.accepted && (
        <Label kind="accepted" icon="circleCheck">
          {t('accepted')}
        </Label>
      )}
      {row.flag_count > 0 && (
        <Label kind="warning" icon="flag">
          {tb('flags', { count: row.flag_count })}
        </Label>
      )}
    </>
  )
}
