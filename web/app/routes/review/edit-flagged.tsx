import { parseObjectId } from '@askwell/contract/ids.ts'
import { COMMENT, TAGS_PER_QUESTION, TITLE } from '@askwell/contract/limits.ts'
import { decideFlag, flaggedPosts } from '@askwell/contract/reviews.ts'
import { useState } from 'react'
import { data, redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { membersWhoSee, renderText, uploadImage } from '../../components/editor/editor-calls.ts'
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
  return redirect(paths.review('flagged_post'))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** Mends what was flagged. It is done at once: the history of the post keeps the former text. */
export default function EditFlagged({ loaderData: item }: Route.ComponentProps) {
  const t = useText('review')
  const ask = useText('ask')
  const [dirty, setDirty] = useState(false)
  const change = () => setDirty(true)
  return (
    <PageFrame width="two">
      <PageMeta title={t('edit_title')} hidden />
      <PageTitle note={<Link to={addressOf(item)}>{item.title}</Link>}>{t('edit_title')}</PageTitle>
      <FlagNotice item={item} />
      <PageForm
        onInput={change}
        labels={{ title: ask('title_label'), tags: ask('tags_label'), content: ask('content_label') }}
      >
        {(field, { busy }) => (
          <>
            {item.object_type === 'question' && (
              <TextInput
                {...field('title', item.title)}
                label={ask('title_label')}
                large
                counted
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
                upload={uploadImage}
                findMembers={membersWhoSee(item.object_id)}
                onChange={change}
              />
            )}
            {item.object_type === 'question' && (
              <TagsField
                field={field('tags', item.tags.map(({ slug_name }) => slug_name).join(', '))}
                max={TAGS_PER_QUESTION.max}
                described={field(NEW_TAGS).defaultValue ?? ''}
                label={ask('tags_label')}
                onChange={change}
              />
            )}
            <ButtonRow>
              <SubmitButton busy={busy}>{t('edit_save')}</SubmitButton>
              <ButtonLink to={paths.review('flagged_post')}>{t('cancel')}</ButtonLink>
            </ButtonRow>
            <LeavePrompt unsaved={dirty && !busy} />
          </>
        )}
      </PageForm>
    </PageFrame>
  )
}
