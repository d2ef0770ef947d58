import { roles } from '@askwell/contract/administration.ts'
import { ACTS_OF, beginBulk, type BulkPreview, previewBulk } from '@askwell/contract/bulk.ts'
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import { BULK_UNDO_DAYS } from '@askwell/contract/limits.ts'
import { staffReasons } from '@askwell/contract/site.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { Form, redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, refusalOf, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { BulkOptionFields } from './bulk-options.tsx'
import { BulkPreviewPanel } from './bulk-preview.tsx'
import { type Asked, asksMore, askedIn, filterFields, timeZoneOf, wishIn } from './bulk-wish.ts'
import { EraseForm, eraseIn, withTitles } from './erase-picked.tsx'
import { MemberBelongings, readBelongings } from './member-belongings.tsx'
import './pick-bar.css'
import type { Route } from './+types/bulk-new.ts'

const LISTS = { question: 'questions', answer: 'answers', comment: 'comments', user: 'users' } as const

type Seen = { preview?: BulkPreview; message?: string; errors: Record<string, string> }

/** What is wrong with the choices is said on their fields, like after sending a form. */
const previewOf = async ({ call, url, site }: RouteContext, asked: Asked): Promise<Seen> => {
  const wish = wishIn(url.searchParams, timeZoneOf(site))
  const ready = wish && (!asksMore(asked.kind, wish.act) || url.searchParams.has('preview'))
  if (!ready) return { errors: {} }
  try {
    return { preview: await call(previewBulk, { body: wish }), errors: {} }
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status >= 500 || error.status === 401) throw error
    const { errors, message } = refusalOf(error, new FormData())
    return { errors, message: Object.keys(errors).length ? undefined : message }
  }
}

/** Of one member all that goes is shown, not only how much it is. */
const belongingsOf = (visit: RouteContext, { kind, act, picks, all }: Asked, { preview }: Seen) => {
  const content = wishIn(visit.url.searchParams, timeZoneOf(visit.site))?.options?.content
  const isOne = kind === 'user' && act === 'delete' && !all && picks.length === 1
  return isOne && content !== 'stay' && preview?.possible
    ? readBelongings(visit, picks[0]!, { preview, spares: content === 'own' })
    : undefined
}

const load = async (visit: RouteContext) => {
  const { call, url } = visit
  const asked = askedIn(url.searchParams)
  const [{ belongings, ...seen }, reasons, all] = await Promise.all([
    previewOf(visit, asked).then(async (found) => ({ ...found, belongings: await belongingsOf(visit, asked, found) })),
    asked.act === 'close' ? call(staffReasons, { query: { object_type: 'question', action: 'close' } }) : [],
    asked.act === 'role' ? call(roles) : [],
  ])
  return { ...asked, ...seen, belongings, reasons, roles: all, erase: url.searchParams.get('act') === 'erase' }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async (submission: Submission) => {
  const { call, url, form, site } = submission
  if (text(form, 'intent') === 'erase') {
    const { type, object_ids } = eraseIn(url.searchParams)
    const outcome = await call(deletePermanently, { body: { type, object_ids } })
    return (
      outcome && {
        erased: outcome.erased.length,
        kept: await withTitles(call, askedIn(url.searchParams).kind, outcome.kept),
      }
    )
  }
  const wish = wishIn(url.searchParams, timeZoneOf(site))
  if (!wish) return null
  const { id } = await call(beginBulk, { body: { ...wish, confirm: text(form, 'confirm') } })
  return redirect(paths.admin(`bulk/${id}`))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function BulkNew({ loaderData }: Route.ComponentProps) {
  const {
    kind,
    act,
    picks,
    all,
    filter,
    preview,
    belongings,
    message,
    errors,
    reasons,
    roles: roleList,
    erase,
  } = loaderData
  const t = useText('bulk')
  const back = `${paths.admin(LISTS[kind])}?${new URLSearchParams([...filterFields(filter), ...picks.map((pick): [string, string] => ['pick', pick])])}`
  const acts = act === 'sweep' ? (['sweep'] as const) : ACTS_OF[kind]
  const more = act !== undefined && asksMore(kind, act)
  const isAll = preview?.looked_at === preview?.count
  const title = act ? t(`act_${act}`) : t(erase ? 'act_erase' : 'act')
  if (!all && picks.length === 0)
    return (
      <>
        <PageMeta title={title} hidden />
        <PageTitle>{title}</PageTitle>
        <Empty icon="list" title={t('nothing_picked')}>
          <ButtonLink to={back}>{t('to_list')}</ButtonLink>
        </Empty>
      </>
    )
  if (erase) return <EraseForm kind={kind} picks={picks} back={back} />
  return (
    <>
      <PageMeta title={title} hidden />
      <PageTitle note={all ? t('all_matching') : t('picked', { count: picks.length })}>{title}</PageTitle>
      <Panel title={t('what_to_do')}>
        <Form method="get" action={paths.admin('bulk/new')} preventScrollReset noValidate>
          <input type="hidden" name="kind" value={kind} />
          {all && <input type="hidden" name="all" value="on" />}
          {filterFields(filter).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {picks.map((pick) => (
            <input key={pick} type="hidden" name="pick" value={pick} />
          ))}
          {message && <Notice kind="warning">{message}</Notice>}
          {more ? (
            <>
              <input type="hidden" name="act" value={act} />
              <BulkOptionFields {...{ kind, act, reasons, errors }} roles={roleList} />
              <input type="hidden" name="preview" value="on" />
            </>
          ) : (
            <Select
              name="act"
              label={t('act')}
              defaultValue={act}
              options={acts.map((one) => ({ value: one, label: t(`act_${one}`) }))}
            />
          )}
          <ButtonRow>
            <SubmitButton look={preview ? 'plain' : 'primary'}>{t('look')}</SubmitButton>
            <ButtonLink look="quiet" to={back}>
              {t('to_list')}
            </ButtonLink>
          </ButtonRow>
        </Form>
      </Panel>
      {preview && act && (
        <BulkPreviewPanel
          kind={kind}
          act={act}
          preview={preview}
          things={belongings && <MemberBelongings preview={preview} belongings={belongings} />}
        >
          <PageForm intent="begin" labels={{ confirm: t('confirm') }} className="bulk-begin">
            {(field, { busy, refusal }) => (
              <>
                {preview.confirm !== '' && (
                  <TextInput
                    {...field('confirm')}
                    label={t('confirm')}
                    help={t('confirm_help', { wanted: preview.confirm })}
                    autoComplete="off"
                    required
                  />
                )}
                <p>{t('undo_note', { count: BULK_UNDO_DAYS })}</p>
                {(act === 'suspend' || (act === 'delete' && kind === 'user')) && <p>{t('sessions_end')}</p>}
                {refusal?.reason === 'error.task.running' && <Link to={paths.admin('bulk')}>{t('see_running')}</Link>}
                <SubmitButton
                  busy={busy}
                  look={act === 'delete' || act === 'sweep' || act === 'suspend' ? 'danger-fill' : 'primary'}
                  disabled={isAll && preview.possible === 0}
                >
                  {isAll
                    ? t('begin', { act: t(`act_${act}`), count: preview.possible })
                    : t('begin_all', { act: t(`act_${act}`) })}
                </SubmitButton>
              </>
            )}
          </PageForm>
        </BulkPreviewPanel>
      )}
    </>
  )
}
