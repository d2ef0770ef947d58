import { CONTENT, EDIT_SUMMARY_MAX, TITLE } from '@askwell/contract/limits.ts'
import {
  auditRevision,
  type Merge,
  type OwnSuggestion,
  suggestions,
  type Unreviewed,
  withdrawSuggestion,
} from '@askwell/contract/revisions.ts'
import { dropDraft } from '../../drop-draft.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { withMarksShown } from '../../components/editor/conflict-marks.ts'
import { usersWhoSee, renderText, sendFile } from '../../components/editor/editor-calls.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { MovedOn, movedOn } from '../../components/editor/moved-on.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { Suggestion } from '../../components/moderation/suggestion.tsx'
import { TagsField } from '../../components/editor/tags-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { wordsOf } from '../../ui/tag-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { editOf, thingOf } from './thing.ts'
import type { Route } from './+types/suggestion.ts'
import './revisions.css'

const load = async ({ call, params, url }: RouteContext) => ({
  ...(await call(suggestions, { query: { object_id: params.objectId! } })),
  thing: await thingOf(call, params.objectId!),
  sent: url.searchParams.has('sent'),
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form }: Submission) => {
  const id = text(form, 'id')
  const intent = text(form, 'intent')
  if (intent === 'withdraw') await call(withdrawSuggestion, { body: { id } })
  else if (intent === 'reject')
    await call(auditRevision, { body: { id, operation: 'reject', reason: text(form, 'reason') } })
  else {
    const merged = intent === 'merge' && {
      merged: {
        title: text(form, 'title'),
        content: text(form, 'content'),
        tags: wordsOf(text(form, 'tags')),
        revision_id: text(form, 'revision_id'),
      },
    }
    await call(auditRevision, { body: { id, operation: 'approve', ...merged } })
  }
  dropDraft(mergeDraft(id))
  return null
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const mergeDraft = (id: string) => `merge-${id}`
const MERGED = ['title', 'content', 'tags', 'revision_id']

const DECISIONS = ['approve', 'merge', 'reject', 'withdraw'] as const

/** The edit that waits for review, for those whom it concerns; and what became of one's own. */
export default function SuggestionPage({
  loaderData: { waiting, may_decide, is_own, rejected, thing, sent },
  actionData,
}: Route.ComponentProps) {
  const t = useText('revisions')
  const decided =
    actionData && 'ok' in actionData && actionData.ok ? DECISIONS.find((one) => one === actionData.intent) : undefined
  return (
    <PageFrame>
      <PageMeta title={t('suggestion_title')} hidden />
      <PageTitle note={<Link to={thing.address}>{thing.name}</Link>}>{t('suggestion_title')}</PageTitle>
      {decided && (
        <Notice kind="success" role="status">
          {t(`done_${decided}`)}
        </Notice>
      )}
      {sent && waiting && !decided && (
        <Notice kind="success" role="status">
          {t('will_show')}
        </Notice>
      )}
      {waiting ? (
        <Suggestion item={waiting} />
      ) : (
        !decided && (
          <Empty
            icon="pencil"
            title={t('none_waits')}
            actions={<ButtonLink to={thing.address}>{t('back')}</ButtonLink>}
          />
        )
      )}
      {waiting && may_decide && <Decision item={waiting} />}
      {waiting && is_own && <Own item={waiting} edit={editOf(thing)} />}
      {waiting && !may_decide && !is_own && <Notice icon="clock">{t('waits_note')}</Notice>}
      {waiting && !is_own && thing.comments && (
        <p className="page-lead">
          <Link to={thing.comments}>{t('comment_on_it')}</Link>
        </p>
      )}
      {decided && !waiting && (
        <ButtonRow>
          <ButtonLink look="primary" to={thing.address}>
            {t('back')}
          </ButtonLink>
          <ButtonLink to={paths.revisions(thing)}>{t('to_history')}</ButtonLink>
        </ButtonRow>
      )}
      <Rejected list={rejected} />
    </PageFrame>
  )
}

/** What its author can still do about it. */
function Own({ item, edit }: { item: Unreviewed; edit: string }) {
  const t = useText('revisions')
  return (
    <Panel title={t('own_title')} note={t('own_note')}>
      <PageForm intent="withdraw">
        {(_, { busy }) => (
          <>
            <input type="hidden" name="id" value={item.unreviewed_info.id} />
            <ButtonRow>
              <ButtonLink look="primary" icon="pencil" to={edit}>
                {t('change')}
              </ButtonLink>
              <SubmitButton busy={busy} look="quiet" icon="x">
                {t('withdraw')}
              </SubmitButton>
            </ButtonRow>
          </>
        )}
      </PageForm>
    </Panel>
  )
}

function Decision({ item }: { item: Unreviewed }) {
  const t = useText('revisions')
  const { id } = item.unreviewed_info
  if (item.merged?.conflicts)
    return (
      <>
        <MergeForm item={item} merged={item.merged} />
        <RejectForm id={id} />
      </>
    )
  return (
    <Panel title={t('decide')}>
      <PageForm intent="approve">
        {(_, { busy, refusal }) => (
          <>
            <input type="hidden" name="id" value={id} />
            {refusal?.reason === 'error.revision.moved_on' && <p>{t('look_again')}</p>}
            <ButtonRow>
              <SubmitButton busy={busy} icon="check">
                {t('approve')}
              </SubmitButton>
            </ButtonRow>
          </>
        )}
      </PageForm>
      <RejectForm id={id} />
    </Panel>
  )
}

const RejectForm = ({ id }: { id: string }) => {
  const t = useText('revisions')
  const ask = useText('ask')
  return (
    <PageForm intent="reject" className="reject-form">
      {(field, { busy }) => (
        <>
          <input type="hidden" name="id" value={id} />
          <TextInput
            {...field('reason')}
            label={t('reject_reason')}
            remark={ask('optional')}
            help={t('reject_reason_help')}
            maxLength={EDIT_SUMMARY_MAX}
            autoComplete="off"
          />
          <ButtonRow>
            <SubmitButton busy={busy} look="danger" icon="x">
              {t('reject')}
            </SubmitButton>
          </ButtonRow>
        </>
      )}
    </PageForm>
  )
}

const renderMerge = (content: string) => renderText(withMarksShown(content))

/** Where both have changed the same, a person puts the texts together. */
function MergeForm({
  item: { type, unreviewed_info, current_revision_id },
  merged,
}: {
  item: Unreviewed
  merged: Merge
}) {
  const t = useText('revisions')
  const { form, keep, unsaved, version, begin, draft } = useDraft(mergeDraft(unreviewed_info.id), MERGED, true)
  return (
    <Panel title={t('merge_title')} note={t('merge_note')}>
      <PageForm key={version} ref={form} intent="merge" onInput={keep}>
        {(asked, { busy, refusal }) => {
          const field = begin(asked)
          const theirs = movedOn(refusal)
          return (
            <>
              {theirs && <MovedOn theirs={theirs} />}
              <input type="hidden" name="id" value={unreviewed_info.id} />
              <input
                type="hidden"
                name="revision_id"
                value={theirs?.revision_id ?? field('revision_id', current_revision_id).defaultValue}
              />
              {type === 'answer' ? (
                <input type="hidden" name="title" value="" />
              ) : (
                <TextInput
                  {...field('title', merged.title)}
                  label={t('title')}
                  stayOnEnter
                  minLength={TITLE.min}
                  maxLength={TITLE.max}
                  autoComplete="off"
                />
              )}
              <MarkdownField
                {...field('content', merged.content)}
                label={t('text')}
                help={t('merge_help', { min: CONTENT.min })}
                minLength={CONTENT.min}
                maxLength={CONTENT.max}
                rows={14}
                render={renderMerge}
                upload={sendFile}
                findMembers={type === 'tag' ? undefined : usersWhoSee(unreviewed_info.object_id)}
                onChange={keep}
              />
              {type === 'question' ? (
                <TagsField field={field('tags', merged.tags.join(', '))} max={5} label={t('tags')} onChange={keep} />
              ) : (
                <input type="hidden" name="tags" value={merged.tags.join(',')} />
              )}
              <ButtonRow>
                <SubmitButton busy={busy} icon="merge">
                  {t('approve_merged')}
                </SubmitButton>
              </ButtonRow>
              <DraftNote draft={draft} />
              <LeavePrompt unsaved={unsaved && !busy} />
            </>
          )
        }}
      </PageForm>
    </Panel>
  )
}

function Rejected({ list }: { list: OwnSuggestion[] }) {
  const t = useText('revisions')
  if (list.length === 0) return null
  return (
    <Panel title={t('rejected_title')}>
      <ul className="rejected">
        {list.map(({ revision, decided_at, decision_reason, withdrawn }) => (
          <li key={revision.id}>
            <p className="revision-facts">
              {t(withdrawn ? 'withdrawn' : 'rejected')} <Time at={decided_at} exact />
              {revision.reason && (
                <>
                  {' '}
                  · <span dir="auto">{revision.reason}</span>
                </>
              )}
            </p>
            {!withdrawn && (
              <p className="revision-why" dir="auto">
                {decision_reason || t('no_reason')}
              </p>
            )}
            <details>
              <summary>{t('show_text')}</summary>
              <pre className="revision-text" dir="auto">
                {revision.content.content}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
