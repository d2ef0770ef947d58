import { parseObjectId } from '@askwell/contract/ids.ts'
import { COMMENT, TAGS_PER_QUESTION, TITLE } from '@askwell/contract/limits.ts'
import { decideFlag, flaggedPosts } from '@askwell/contract/reviews.ts'
import { data, redirect } from 'react-router'
import { dropDraft } from '../../drop-draft.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { usersWhoSee, renderText, sendFile } from '../../components/editor/editor-calls.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { NEW_TAGS, tagsIn } from '../../components/editor/new-tags.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { TagsField } from '../../components/editor/tags-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { FlagNotice } from './flag-notice.tsx'
import { addressOf } from './review-item.tsx'
import type { Route } from './+types/edit-flagged.ts'

const load = async ({ call, params }: RouteContext) => {
  const flag_id = params.flagId!
  const item =
    parseObjectId(flag_id)?.type === 'report' ? (await call(flaggedPosts, { query: { flag_id } })).list[0] : undefined
  if (!item) throw data(null, { status: 404 })
  return item
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, params }: Submission) => {
  const question = form.has('title') ? { title: text(form, 'title'), tags: tagsIn(form) } : {}
  await call(decideFlag, {
    body: { flag_id: params.flagId!, operation_type: 'edit_post', content: text(form, 'content'), ...question },
  })
  dropDraft(draftOf(params.flagId!))
  return redirect(paths.review('flagged_post'))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const draftOf = (flag_id: string) => `flagged-${flag_id}`
const FIELDS = ['title', 'content', 'tags', NEW_TAGS]

/** Mends what was flagged. It is done at once: the history of the post keeps the former text. */
export default function EditFlagged({ loaderData: item }: Route.ComponentProps) {
  const t = useText('review')
  const ask = useText('ask')
  const { form, keep, unsaved, version, begin, draft } = useDraft(draftOf(item.flag_id), FIELDS, true)
  return (
    <PageFrame width="two">
      <PageMeta title={t('edit_title')} hidden />
      <PageTitle note={<Link to={addressOf(item)}>{item.title}</Link>}>{t('edit_title')}</PageTitle>
      <FlagNotice item={item} />
      <PageForm
        key={version}
        ref={form}
        onInput={keep}
        labels={{ title: ask('title_label'), tags: ask('tags_label'), content: ask('content_label') }}
      >
        {(asked, { busy }) => {
          const field = begin(asked)
          return (
            <>
              {item.object_type === 'question' && (
                <TextInput
                  {...field('title', item.title)}
                  label={ask('title_label')}
                  large
                  counted
                  stayOnEnter
                  minLength={TITLE.min}
                  maxLength={TITLE.max}
                  autoComplete="off"
                  required
                />
              )}
              {item.object_type === 'comment' ? (
                <Textarea
                  {...field('content', item.original_text)}
                  label={ask('content_label')}
                  rows={4}
                  counted
                  maxLength={COMMENT.max}
                  required
                />
              ) : (
                <MarkdownField
                  {...field('content', item.original_text)}
                  label={ask('content_label')}
                  rows={14}
                  render={renderText}
                  upload={sendFile}
                  findMembers={usersWhoSee(item.object_id)}
                  onChange={keep}
                />
              )}
              {item.object_type === 'question' && (
                <TagsField
                  field={field('tags', item.tags.map(({ slug_name }) => slug_name).join(', '))}
                  max={TAGS_PER_QUESTION.max}
                  described={field(NEW_TAGS).defaultValue ?? ''}
                  label={ask('tags_label')}
                  onChange={keep}
                />
              )}
              <ButtonRow>
                <SubmitButton busy={busy}>{t('edit_save')}</SubmitButton>
                <ButtonLink to={paths.review('flagged_post')} onClick={draft.discard}>
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
