import {
  type Decision,
  flaggedPosts,
  holdDecisions,
  queuedPosts,
  type Queue,
  QUEUES,
  reviewTypes,
  undoDecisions,
} from '@askwell/contract/reviews.ts'
import { unreviewed } from '@askwell/contract/revisions.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { reasons } from '@askwell/contract/site.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { data, redirect, useActionData } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { Diffs } from '../../components/diff/diff.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { pagesOf, withQuery } from '../../components/lists/listing.ts'
import { NavList } from '../../components/layout/nav-item.tsx'
import { remarkName } from '../../components/moderation/reason-fields.tsx'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import '../../components/lists/check-list.css'
import { Several } from './several.tsx'
import { Outcomes } from './outcomes.tsx'
import { QueuedItem } from './queued-item.tsx'
import { SuggestedItem } from './suggested-item.tsx'
import { FlaggedItem } from './flagged-item.tsx'
import { useReviewKeys } from './review-keys.ts'
import './review.css'
import type { Route } from './+types/review.ts'

const PAGE_SIZE = 20

const load = async ({ call, url }: RouteContext) => {
  const types = await call(reviewTypes)
  const first = types.find(({ todo_amount }) => todo_amount > 0) ?? types[0]
  if (!first) throw data(null, { status: 403 })
  const wanted = QUEUES.find((name) => name === url.searchParams.get('queue'))
  if (wanted && !types.some(({ name }) => name === wanted)) throw data(null, { status: 403 })
  const queue = wanted ?? first.name
  const view = url.searchParams.get('view') === 'one' ? 'one' : 'list'
  const page = Math.max(1, Math.floor(Number(url.searchParams.get('page'))) || 1)
  const query = { page, page_size: view === 'one' ? 1 : PAGE_SIZE }
  const lists = async () => ({
    queued: queue === 'queued_post' ? await call(queuedPosts, { query }) : undefined,
    suggested: queue === 'suggested_post_edit' ? await call(unreviewed, { query }) : undefined,
    flagged:
      queue === 'flagged_post'
        ? {
            ...(await call(flaggedPosts, { query })),
            closeReasons: await call(reasons, { query: { object_type: 'question', action: 'close' } }),
          }
        : undefined,
  })
  const found = await lists().catch((error: unknown) => {
    // The last page is empty once everything on it is decided.
    if (page > 1 && error instanceof CallFailed && error.status === 404)
      throw redirect(withQuery(paths.review(), { queue, view }, { view: 'list' }))
    throw error
  })
  return { types, queue, view, page, page_size: query.page_size, ...found }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const itemsIn = (form: FormData) =>
  form.getAll('item').flatMap((item) => {
    const [queue, id, text_version] = String(item).split(' ')
    return QUEUES.includes(queue as Queue) && id
      ? [{ queue: queue as Queue, id, ...(text_version && { text_version }) }]
      : []
  })

const send = async ({ call, form }: Submission) => {
  const items = itemsIn(form)
  if (text(form, 'intent') === 'undo')
    return {
      ...(await call(undoDecisions, { body: { items: items.map(({ queue, id }) => ({ queue, id })) } })),
      held: [],
      taken: [],
      undo_until: 0,
      operation: undefined,
      about: '',
    }
  const operation = text(form, 'operation') as Decision['operation']
  const close_type = Number(text(form, 'close_type'))
  const closing = operation === 'close_post' ? { close_type, close_msg: text(form, remarkName(close_type)) } : {}
  const rejecting = operation === 'reject' ? { reason: text(form, 'reason') } : {}
  const told = { operation, about: text(form, 'about'), undone: [] }
  if (items.length === 0) return { ...told, held: [], taken: [], undo_until: 0 }
  return {
    ...told,
    ...(await call(holdDecisions, {
      body: { decisions: items.map((item) => ({ ...item, operation, ...closing, ...rejecting })) },
    })),
  }
}
export type Decided = Awaited<ReturnType<typeof send>>
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const icons = { queued_post: 'clock', flagged_post: 'flag', suggested_post_edit: 'pencil' } as const

export default function Review({ loaderData }: Route.ComponentProps) {
  const { types, queue, view, page, page_size, queued, flagged, suggested } = loaderData
  const t = useText('review')
  const user = useUser()
  const format = useFormatCount()
  const outcome = useActionData() as Outcome<Decided> | undefined
  useReviewKeys()
  const address = (place: { queue?: string; view?: string; page?: number }) =>
    withQuery(paths.review(), { queue, view, ...place }, { view: 'list' })
  const count = (queued ?? flagged ?? suggested)!.count
  const total = types.reduce((sum, { todo_amount }) => sum + todo_amount, 0)
  const place = (at: number) => t('place_of', { place: (page - 1) * page_size + at + 1, count })
  const nav = (
    <nav className="site-nav" aria-label={t('queues')}>
      <NavList
        places={types.map(({ name, label, todo_amount }) => ({
          to: address({ queue: name, page: 1 }),
          icon: icons[name],
          label,
          count: format(todo_amount),
          current: name === queue,
        }))}
      />
    </nav>
  )
  return (
    <PageFrame nav={nav} aside={<Advice />} asideLabel={t('advice_about')}>
      <PageMeta title={t('title')} hidden />
      <PageTitle
        note={t('to_do', { count: total })}
        end={
          isStaff(user) && (
            <ButtonLink to={paths.audit()} icon="rows" size="small">
              {t('audit')}
            </ButtonLink>
          )
        }
      >
        {t('title')}
      </PageTitle>
      <div className="review-queues only-small">
        <Tabs label={t('queues')}>
          {types.map(({ name, label, todo_amount }) => (
            <Tab key={name} to={address({ queue: name, page: 1 })} current={name === queue} count={format(todo_amount)}>
              {label}
            </Tab>
          ))}
        </Tabs>
      </div>
      <Outcomes key={queue} outcome={outcome} />
      {count === 0 ? (
        <Empty icon="circleCheck" title={t(`empty_${queue}`)}>
          {t(`empty_${queue}_help`)}
        </Empty>
      ) : (
        <>
          <Several
            queue={queue}
            single={view === 'one'}
            address={address({ view: view === 'one' ? 'list' : 'one', page: 1 })}
          />
          <div className="review-queue">
            {queued?.list.map((item, at) => (
              <QueuedItem key={item.review_id} item={item} place={place(at)} single={view === 'one'} />
            ))}
            {suggested && (
              <Diffs label={t('changes')}>
                {suggested.list.map((item, at) => (
                  <SuggestedItem key={item.unreviewed_info.id} item={item} place={place(at)} single={view === 'one'} />
                ))}
              </Diffs>
            )}
            {flagged?.list.map((item, at) => (
              <FlaggedItem
                key={item.flag_id}
                item={item}
                place={place(at)}
                single={view === 'one'}
                reasons={flagged.closeReasons}
                refusal={outcome && !outcome.ok ? outcome : undefined}
              />
            ))}
          </div>
          <Pagination
            label={t('pages')}
            page={page}
            pages={pagesOf(count, page_size)}
            address={(to) => address({ page: to })}
          />
        </>
      )}
    </PageFrame>
  )
}

function Advice() {
  const t = useText('review')
  return (
    <AsideSection title={t('advice')} id="advice">
      <ul className="check-list">
        {(['meaning', 'mend', 'author'] as const).map((line) => (
          <li key={line}>
            <Icon name="check" />
            <span>{t(`advice_${line}`)}</span>
          </li>
        ))}
      </ul>
    </AsideSection>
  )
}
