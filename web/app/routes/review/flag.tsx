import { answerInfo } from '@askwell/contract/answers.ts'
import { comment } from '@askwell/contract/comments.ts'
import { parseObjectId } from '@askwell/contract/ids.ts'
import { questionInfo } from '@askwell/contract/questions.ts'
import { flagPost } from '@askwell/contract/reviews.ts'
import { reasons } from '@askwell/contract/site.ts'
import { data, Form, useActionData, useNavigation } from 'react-router'
import { dropDraft } from '../../drop-draft.ts'
import { inBrowserSubmit, onServerSubmit, type Outcome, type Submission } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { commentAnchor } from '../../components/comments/comment-row.tsx'
import { flagDraft, useFlagDraft } from '../../components/moderation/flag-draft.ts'
import { FlagFields, flagIn } from '../../components/moderation/flag-form.tsx'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import '../../components/post/quoted-post.css'
import type { Route } from './+types/flag.ts'
import '../../components/lists/question-list.css'

/** The post and where it stands; a comment is found by way of what it is on. */
const findPost = async (
  call: RouteContext['call'],
  id: string,
): Promise<{ html: string; title: string; address: string }> => {
  const type = parseObjectId(id)?.type
  if (type === 'question') {
    const { html, ...question } = await call(questionInfo, { query: { id } })
    return { html, title: question.title, address: paths.question(question) }
  }
  if (type === 'answer') {
    const { info, question } = await call(answerInfo, { query: { id } })
    return { html: info.html, title: question.title, address: paths.answer(question, id) }
  }
  const { parsed_text, object_id } = await call(comment, { query: { id } })
  const { title, address } = await findPost(call, object_id)
  return { html: parsed_text, title, address: `${address}#${commentAnchor(id)}` }
}

const load = async ({ call, params }: RouteContext) => {
  const id = params.objectId!
  const type = parseObjectId(id)?.type
  if (type !== 'question' && type !== 'answer' && type !== 'comment') throw data(null, { status: 404 })
  return {
    reasons: await call(reasons, { query: { object_type: type, action: 'flag' } }),
    ...(await findPost(call, id)),
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, params, form }: Submission) => {
  const object_id = params.objectId!
  await call(flagPost, { body: { object_id, ...flagIn(form) } })
  dropDraft(flagDraft(object_id))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** For those without scripts; the dialog on the question's page asks the same of it. */
export default function FlagPage({
  loaderData: { reasons: choices, html, title, address },
  params,
}: Route.ComponentProps) {
  const t = useText('review')
  const outcome = useActionData() as Outcome | undefined
  const busy = useNavigation().formMethod === 'POST'
  const refusal = outcome && !outcome.ok ? outcome : undefined
  const { form, keep, version, values, draft } = useFlagDraft(params.objectId, choices, refusal)
  return (
    <PageFrame width="narrow">
      <PageMeta title={t('flag_title')} hidden />
      <PageTitle>{t('flag_title')}</PageTitle>
      <div className="quoted-post">
        <h2 className="question-row-title">
          <Link to={address}>{title}</Link>
        </h2>
        <Prose html={html} look="small" />
      </div>
      {outcome?.ok ? (
        <Notice kind="success" role="status" title={t('flag_thanks')}>
          <p>
            <Link to={address}>{t('flag_back')}</Link>
          </p>
        </Notice>
      ) : (
        <Form key={version} ref={form} method="post" noValidate onInput={keep}>
          <FlagFields
            reasons={choices}
            {...{ refusal, values, busy }}
            cancel={<ButtonLink to={address}>{t('cancel')}</ButtonLink>}
          />
          <DraftNote draft={draft} />
        </Form>
      )}
    </PageFrame>
  )
}
