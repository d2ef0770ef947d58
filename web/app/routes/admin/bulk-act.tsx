import { type BulkChange, bulkInfo, type BulkRow, undoBulk } from '@askwell/contract/bulk.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { Form, redirect } from 'react-router'
import { FormToken, inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { pageIn, withQuery } from '../../components/lists/listing.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { Table } from '../../ui/table.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { BulkState } from './bulk-acts.tsx'
import { isActive, useTasks } from './use-tasks.ts'
import './content.css'
import './pick-bar.css'
import './task-panel.css'
import type { Route } from './+types/bulk-act.ts'

const OUTCOMES = ['', 'done', 'skipped', 'undone', 'not_undone'] as const

const load = async ({ call, params, url }: RouteContext) => {
  const id = params.bulkId!
  const page = pageIn(url)
  const only = OUTCOMES.find((one) => one === url.searchParams.get('only')) ?? ''
  const [info, runs] = await Promise.all([
    call(bulkInfo, { query: { id, only, page, page_size: PAGE.size } }),
    call(tasks, { query: { kind: 'bulk_act' } }),
  ])
  return { ...info, page, only, runs }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, params, url }: Submission) => {
  const intent = text(form, 'intent')
  if (intent === 'undo') await call(undoBulk, { body: { id: params.bulkId! } })
  else await call(setTaskStatus, { body: { id: text(form, 'id'), status: intent === 'stop' ? 'stopped' : 'running' } })
  return redirect(url.pathname)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function BulkActPage({ loaderData: { act, list, count, page, only, runs } }: Route.ComponentProps) {
  const t = useText('bulk')
  const { number } = useLanguage()
  const run = useTasks('bulk_act', runs).find(({ id }) => id === act.task_id)
  const active = isActive(run)
  const here = paths.admin(`bulk/${act.id}`)
  const percent = run && run.total > 0 ? Math.floor((run.done / run.total) * 100) : 0
  return (
    <>
      <PageMeta title={t(`act_${act.act}`)} hidden />
      <PageTitle note={<BulkState act={act} />}>
        {t('act_on', { act: t(`act_${act.act}`), kind: t(`kind_${act.kind}`) })}
      </PageTitle>
      <p className="task-lead">
        {t('begun_by', { name: act.begun_by })} <Time at={act.created_at} />
      </p>
      {active && (
        <div className="task-progress">
          <Progress label={t('progress')} value={percent} />
          <span role="status">{t('of', { done: run?.done ?? 0, total: run?.total ?? 0 })}</span>
          <span className="without-script">{t('load_again')}</span>
        </div>
      )}
      <Stats>
        {(['done', 'skipped', 'undone', 'not_undone'] as const).map((name) => (
          <Stat key={name} name={t(`outcome_${name}`)}>
            {number(act[name])}
          </Stat>
        ))}
      </Stats>
      {run?.status === 'failed' && (
        <Notice kind="danger" title={t('failed')}>
          {run.error}
        </Notice>
      )}
      <Steering act={act} active={active} />
      <Panel title={t('each')}>
        <Tabs label={t('state')}>
          {OUTCOMES.map((name) => (
            <Tab key={name} to={withQuery(here, { only: name })} current={name === only} keepScroll>
              {t(name === '' ? 'state_all' : `outcome_${name}`)}
            </Tab>
          ))}
        </Tabs>
        {list.length === 0 ? (
          <Empty icon="list" title={t('no_changes')} heading="h3" />
        ) : (
          <Table caption={t('each')} columns={[{ name: t('thing') }, { name: t('state') }]}>
            {list.map((change, place) => (
              <Change key={`${change.kind} ${change.id || place}`} change={change} />
            ))}
          </Table>
        )}
        <Pagination
          label={t('each')}
          page={page}
          pages={Math.ceil(count / PAGE.size)}
          address={(to) => withQuery(here, { only, page: to })}
        />
      </Panel>
    </>
  )
}

/** Stopping, going on, undoing: what can be done now. */
function Steering({ act, active }: { act: BulkRow; active: boolean }) {
  const t = useText('bulk')
  const halted = act.task_status === 'stopped' || act.task_status === 'failed'
  return (
    <>
      <Form method="post" preventScrollReset className="button-row">
        <FormToken />
        <input type="hidden" name="id" value={act.task_id} />
        {active && (
          <Button type="submit" name="intent" value="stop" disabled={act.task_status === 'stopping'}>
            {t('stop')}
          </Button>
        )}
        {halted && (
          <SubmitButton name="intent" value="continue">
            {t('continue')}
          </SubmitButton>
        )}
      </Form>
      {!active && act.undo_until > 0 && (
        <PageForm intent="undo" className="bulk-begin">
          {(_field, { busy }) => (
            <>
              <p>
                {t('undo_help')} <Time at={act.undo_until} exact />
              </p>
              <SubmitButton look="plain" icon="undo" busy={busy}>
                {t('undo')}
              </SubmitButton>
            </>
          )}
        </PageForm>
      )}
    </>
  )
}

const placeOf = ({ kind, id, question_id }: BulkChange) => {
  if (kind === 'user') return paths.admin(`users/${id}`)
  if (question_id === '0') return undefined
  const question = { id: question_id, url_title: '' }
  return kind === 'answer' ? paths.answer(question, id) : paths.question(question)
}

const KIND_NAMES = ['question', 'answer', 'comment', 'user', 'vote', 'comment_vote'] as const
const LOOKS = { done: undefined, skipped: 'warning', undone: 'accent', not_undone: 'danger' } as const

function Change({ change }: { change: BulkChange }) {
  const t = useText('bulk')
  const to = placeOf(change)
  const kind = KIND_NAMES.find((one) => one === change.kind) ?? 'question'
  const title = change.title || t('untitled')
  return (
    <tr>
      <th scope="row" data-label={t(`one_${kind}`)}>
        <span className="content-title">
          {to ? (
            <Link to={to} dir="auto">
              {title}
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
          <Label>{t(`one_${kind}`)}</Label>
        </span>
      </th>
      <td data-label={t('state')}>
        <Label kind={LOOKS[change.result]}>{t(`outcome_${change.result}`)}</Label> {change.msg}
      </td>
    </tr>
  )
}
