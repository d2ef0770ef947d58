import { type Job, JOB_STATES, type JobState, jobs, setJobs } from '@askwell/contract/jobs.ts'
import { jobIn } from '@askwell/contract/job-kinds.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { Form, useActionData } from 'react-router'
import { FormToken, inBrowserSubmit, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table } from '../../ui/table.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { PageHead } from './page-head.tsx'
import { TaskList } from './task-list.tsx'
import './operations.css'
import type { Route } from './+types/jobs.ts'

const PAGE_SIZE = 30

const load = async ({ call, url }: RouteContext) => {
  const asked = url.searchParams.get('state')
  const state = JOB_STATES.find((one) => one === asked) ?? 'failed'
  const kind = (url.searchParams.get('kind') ?? '').slice(0, 100)
  const page = pageIn(url)
  const [found, runs] = await Promise.all([
    call(jobs, { query: { state, kind, page, page_size: PAGE_SIZE } }),
    call(tasks, { query: { kind: '' } }),
  ])
  return { ...found, state, kind, page, runs }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, url }: Submission): Promise<{ act: string; count: number }> => {
  const [intent, id, kind] = [text(form, 'intent'), text(form, 'id'), text(form, 'kind')]
  if (intent === 'stop' || intent === 'continue') {
    await call(setTaskStatus, { body: { id, status: intent === 'stop' ? 'stopped' : 'running' } })
    return { act: intent, count: 1 }
  }
  const asked = url.searchParams.get('state')
  const state = (['waiting', 'recurring'] as const).find((one) => one === asked) ?? 'failed'
  const act = intent === 'drop' ? 'drop' : 'retry'
  const { count } = await call(setJobs, { body: { act, state, ...(id && { id }), ...(kind && { kind }) } })
  return { act, count }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** What a job does in plain words; jobs of other versions have only the name that the database knows. */
const useJobNames = () => {
  const t = useText('admin_operations')
  return (kind: string) => {
    const job = jobIn(kind)
    // words: admin_operations.job_does_*
    return job ? t(`job_does_${job}`) : kind
  }
}

const addressOf = (state: JobState, kind: string, page = 1) =>
  `?${new URLSearchParams({ state, ...(kind && { kind }), ...(page > 1 && { page: String(page) }) })}`

export default function Jobs({ loaderData }: Route.ComponentProps) {
  const { counts, kinds, count, list, state, kind, page, runs } = loaderData
  const t = useText('admin_operations')
  const nameOf = useJobNames()
  const { number } = useLanguage()
  const outcome = useActionData() as Outcome<{ act: string; count: number }> | undefined
  const done = outcome?.ok ? outcome.value : undefined
  return (
    <>
      <PageHead title={t('jobs_title')} lead={t('jobs_lead')} outcome={outcome} />
      {done && (done.act === 'retry' || done.act === 'drop') && (
        <Notice kind="success" role="status" title={t(`jobs_done_${done.act}`, { count: done.count })} />
      )}
      <Tabs label={t('jobs_states')}>
        {JOB_STATES.map((one) => (
          <Tab key={one} to={addressOf(one, '')} current={one === state} count={number(counts[one])}>
            {t(`jobs_${one}`)}
          </Tab>
        ))}
      </Tabs>
      {kinds.length > 0 && state !== 'recurring' && (
        <ul className="job-kinds">
          {kinds.map((one) => (
            <li key={one.kind}>
              <Link
                to={addressOf(state, one.kind === kind ? '' : one.kind)}
                aria-current={one.kind === kind || undefined}
              >
                {nameOf(one.kind)} <code>{one.kind}</code> {number(one.count)}
              </Link>
              {state !== 'running' && <KindButtons kind={one.kind} count={one.count} retry={state === 'failed'} />}
            </li>
          ))}
        </ul>
      )}
      {list.length === 0 ? (
        <Empty icon="circleCheck" title={t(`jobs_none_${state}`)} />
      ) : (
        <Table
          caption={t(`jobs_${state}`)}
          columns={[
            { name: t('job_kind') },
            { name: t('job_age') },
            { name: t('job_tries'), number: true },
            { name: t('job_next') },
            { name: <span className="visually-hidden">{t('acts')}</span> },
          ]}
        >
          {list.map((job) => (
            <Row key={job.id} job={job} />
          ))}
        </Table>
      )}
      <Pagination
        label={t('jobs_title')}
        page={page}
        pages={Math.ceil(count / PAGE_SIZE)}
        address={(to) => addressOf(state, kind, to)}
      />
      <TaskList loaded={runs} />
    </>
  )
}

function KindButtons({ kind, count, retry }: { kind: string; count: number; retry: boolean }) {
  const t = useText('admin_operations')
  const name = useJobNames()(kind)
  return (
    <Form method="post" preventScrollReset className="job-acts">
      <FormToken />
      <input type="hidden" name="kind" value={kind} />
      {retry && (
        <SubmitButton name="intent" value="retry" look="plain" size="small">
          {t('retry_all')}
          <span className="visually-hidden">{` ${name}`}</span>
        </SubmitButton>
      )}
      <Confirm
        summaryClass="button button-small button-danger"
        summary={
          <>
            {t('drop_all')}
            <span className="visually-hidden">{` ${name}`}</span>
          </>
        }
        question={t('drop_all_sure', { count })}
      >
        {(cancel) => (
          <>
            <p>{t('drop_means')}</p>
            <div className="dialog-buttons">
              {cancel}
              <SubmitButton name="intent" value="drop" look="danger-fill">
                {t('drop_all')}
              </SubmitButton>
            </div>
          </>
        )}
      </Confirm>
    </Form>
  )
}

function Row({ job }: { job: Job }) {
  const t = useText('admin_operations')
  const nameOf = useJobNames()
  const { number } = useLanguage()
  return (
    <tr>
      <th scope="row" data-label={t('job_kind')}>
        {nameOf(job.kind)}
        <code className="job-kind">{job.kind}</code>
        {job.last_error && <p className="job-error">{job.last_error}</p>}
      </th>
      <td data-label={t('job_age')}>{job.created_at ? <Time at={job.created_at} exact /> : t('job_always')}</td>
      <td data-label={t('job_tries')} className="number">
        {number(job.attempts)}
      </td>
      <td data-label={t('job_next')}>
        {job.state === 'running' ? (
          t('job_now')
        ) : job.next_try_at ? (
          <Time at={job.next_try_at} exact />
        ) : (
          t('job_given_up')
        )}
      </td>
      <td className="actions">{job.state !== 'running' && <JobButtons job={job} />}</td>
    </tr>
  )
}

function JobButtons({ job }: { job: Job }) {
  const t = useText('admin_operations')
  const name = useJobNames()(job.kind)
  const about = <span className="visually-hidden">{` ${name} ${job.id}`}</span>
  return (
    <Form method="post" preventScrollReset className="job-acts">
      <FormToken />
      <input type="hidden" name="id" value={job.id} />
      <SubmitButton name="intent" value="retry" look="plain" size="small">
        {t(job.state === 'failed' ? 'retry' : 'run_now')}
        {about}
      </SubmitButton>
      {job.state !== 'recurring' && (
        <Confirm
          align="end"
          summaryClass="button button-small button-danger"
          summary={
            <>
              {t('drop')}
              {about}
            </>
          }
          question={t('drop_sure')}
        >
          {(cancel) => (
            <>
              <p>{t('drop_means')}</p>
              <div className="dialog-buttons">
                {cancel}
                <SubmitButton name="intent" value="drop" look="danger-fill">
                  {t('drop')}
                </SubmitButton>
              </div>
            </>
          )}
        </Confirm>
      )}
    </Form>
  )
}
