import { EDIT_SUMMARY_MAX } from '@askwell/contract/limits.ts'
import { editTag, tag as tagEndpoint } from '@askwell/contract/tags.ts'
import { permission } from '@askwell/contract/users.ts'
import { data, redirect } from 'react-router'
import { dropDraft } from '../../drop-draft.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { MovedOn, movedOn } from '../../components/editor/moved-on.tsx'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import {
  editDraft,
  ownSuggestion,
  OwnWaits,
  Replaces,
  WaitingEdit,
  waitingFirst,
} from '../../components/moderation/waiting-edit.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TagFields, useTagLabels } from './tag-fields.tsx'
import type { Route } from './+types/edit.ts'
import './tags.css'

const load = async ({ call, params, url }: RouteContext) => {
  const tag = await call(tagEndpoint, { query: { id: params.tagId! } })
  if (!tag.member_actions.some(({ action }) => action === 'edit')) throw data({ message: '' }, { status: 403 })
  const waiting = await waitingFirst(call, tag.tag_id, url)
  const may = await call(permission, { query: { action: 'tag.edit_slug_name,tag.edit_without_review' } })
  const loaded = {
    tag,
    waiting,
    mayRename: may['tag.edit_slug_name']?.has_permission ?? false,
    atOnce: may['tag.edit_without_review']?.has_permission ?? false,
  }
  return waiting && !waiting.isOwn ? data(loaded, { status: 403 }) : loaded
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, params }: Submission) => {
  const [slug_name, revision_id] = [text(form, 'slug_name'), text(form, 'revision_id')]
  const suggestion_id = text(form, 'suggestion_id')
  const edited = await call(editTag, {
    body: {
      tag_id: params.tagId!,
      display_name: text(form, 'display_name'),
      original_text: text(form, 'original_text'),
      edit_summary: text(form, 'edit_summary'),
      ...(form.has('slug_name') && { slug_name }),
      ...(revision_id && { revision_id }),
      ...(suggestion_id && { suggestion_id }),
    },
  })
  dropDraft(editDraft(params.tagId!, suggestion_id))
  return redirect(
    edited.wait_for_review ? `${paths.suggestion(params.tagId!)}?sent=1` : paths.tagInfo(edited.slug_name),
  )
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const FIELDS = ['display_name', 'slug_name', 'original_text', 'edit_summary', 'revision_id']

export default function EditTag({ loaderData: { tag, waiting, mayRename, atOnce } }: Route.ComponentProps) {
  const t = useText('tags')
  const ask = useText('ask')
  const own = ownSuggestion(waiting)
  const { form, keep, unsaved, version, begin, draft } = useDraft(
    editDraft(tag.tag_id, own?.suggestion_id),
    FIELDS,
    true,
  )
  const labels = useTagLabels()
  if (waiting && !own)
    return (
      <WaitingEdit
        title={t('edit_title')}
        name={tag.display_name}
        address={paths.tagInfo(tag.slug_name)}
        waiting={waiting}
      />
    )
  return (
    <PageFrame
      width="two"
      asideLabel={t('advice')}
      aside={
        <AsideSection id="good-tags" title={t('advice')}>
          <p className="page-lead">{t('describe_note')}</p>
        </AsideSection>
      }
    >
      <PageMeta title={t('edit_title')} hidden />
      <PageTitle note={<Link to={paths.tagInfo(tag.slug_name)}>{tag.display_name || tag.slug_name}</Link>}>
        {t('edit_title')}
      </PageTitle>
      {own && <OwnWaits object_id={tag.tag_id} />}
      {!atOnce && !own && <Notice kind="info">{t('edit_reviewed')}</Notice>}
      <PageForm key={version} ref={form} labels={labels} onInput={keep}>
        {(asked, { busy, refusal }) => {
          const field = begin(asked)
          const theirs = movedOn(refusal)
          return (
            <>
              {theirs && <MovedOn theirs={{ content: theirs.content, revision_id: theirs.revision_id }} />}
              <input
                type="hidden"
                name="revision_id"
                value={
                  theirs?.revision_id ?? field('revision_id', own?.revision_id ?? tag.revision_id).defaultValue ?? ''
                }
              />
              <Replaces own={own} refusal={refusal} />
              <TagFields
                field={field}
                before={own ? { ...tag, display_name: own.title, original_text: own.content } : tag}
                fixedSlug={!mayRename}
                onChange={keep}
              />
              <TextInput
                {...field('edit_summary', own?.summary)}
                label={ask('summary_label')}
                remark={ask('optional')}
                help={ask('summary_help')}
                maxLength={EDIT_SUMMARY_MAX}
                autoComplete="off"
              />
              <ButtonRow>
                <SubmitButton busy={busy}>{t(atOnce ? 'edit_send' : 'edit_suggest')}</SubmitButton>
                <ButtonLink to={paths.tagInfo(tag.slug_name)} onClick={draft.discard}>
                  {t('cancel')}
                </ButtonLink>
              </ButtonRow>
              <DraftNote draft={draft} />
              <LeavePrompt unsaved={unsaved && !busy} />
            </>
          )
        }}
      </PageForm>
    </PageFrame>
  )
}
