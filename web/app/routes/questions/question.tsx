import { PAGE } from '@askwell/contract/limits.ts'
import { Fragment, useEffect } from 'react'
import { useActionData, useLocation } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Outcome, type Refusal } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer } from '../../session.ts'
import { AnswerPost } from '../../components/post/answer-post.tsx'
import { AnswersHead } from '../../components/post/answers-head.tsx'
import { CaptchaAgain } from '../../components/captcha/captcha-again.tsx'
import { intents, isRepeated } from '../../components/post/intents.ts'
import { Widgets } from '../../components/plugins/widgets.tsx'
import { pagesOf, withQuery } from '../../components/lists/listing.ts'
import { OutsideImagesNotice } from '../../components/layout/outside-images.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { QuestionHead } from '../../components/post/question-head.tsx'
import { QuestionPost } from '../../components/post/question-post.tsx'
import { stateOf } from '../../components/post/question-state.ts'
import { useText } from '../../i18n/text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { AnswerInSight } from './answer-in-sight.tsx'
import { countFollowedLinks } from './followed-links.ts'
import { LiveNote } from './live-note.tsx'
import { clearOpenComments } from './open-comments.ts'
import { PostComments } from './post-comments.tsx'
import { QuestionAside } from './question-aside.tsx'
import { loadThread, type Thread } from './thread.ts'
import { act, actAndReturn } from './thread-acts.ts'
import { usePulse } from './use-pulse.ts'
import { WriteAnswer } from './write-answer.tsx'
import type { Route } from './+types/question.ts'

const NO_COMMENTS = { count: 0, list: [] }

export const loader = onServer(loadThread)
export const clientLoader = inBrowser(loadThread)
export const action = onServerSubmit(actAndReturn)
export const clientAction = inBrowserSubmit(act, { repeats: isRepeated })

/** Another question starts over: no form stays open, no comments unfolded. */
export default function Question({ loaderData: thread }: Route.ComponentProps) {
  return <ThreadPage key={thread.question.id} thread={thread} />
}

function ThreadPage({ thread }: { thread: Thread }) {
  const t = useText('questions')
  const user = useUser()
  const { question, answers, answer_id, comments, reactions, reasons } = thread
  const { key } = useLocation()
  useEffect(() => clearOpenComments, [])
  useEffect(countFollowedLinks, [])

  const pulse = usePulse(thread)
  const votesBy = new Map(pulse?.posts.map((post) => [post.object_id, post.vote_count]))
  const asOfNow = <P extends { id: string; vote_count: number }>(post: P): P => ({
    ...post,
    vote_count: votesBy.get(post.id) ?? post.vote_count,
  })
  const path = paths.question(question)
  const address = (order: string, page: number) => withQuery(path, { order, page }, { order: 'default' })
  const visitor = user === null
  const state = stateOf(question)
  const canWrite = state !== 'deleted' && state !== 'pending'
  const commentsOn = (object_id: string, label: string, closed: boolean) => (
    <Fragment key={object_id}>
      <Widgets place="post" widgets={thread.widgetsUnder} object_id={object_id} />
      <PostComments
        object_id={object_id}
        label={label}
        first={comments[object_id] ?? NO_COMMENTS}
        visitor={visitor}
        asker_id={question.user_info.id}
        closed={closed}
      />
    </Fragment>
  )
  return (
    <PageFrame aside={<QuestionAside thread={thread} />}>
      <PageMeta
        title={question.title}
        description={question.description}
        canonical={address('default', answers.page)}
        hidden={state !== undefined && state !== 'closed'}
        pages={{ page: answers.page, pages: pagesOf(answers.count), address: (page) => address(answers.order, page) }}
      />
      <RefusedAction />
      <OutsideImagesNotice texts={[question, ...answers.list].map((post) => post.html)} />
      {answer_id && <AnswerInSight key={key} answer_id={answer_id} />}
      <QuestionHead question={question} />
      <QuestionPost
        question={asOfNow(question)}
        muted={thread.is_muted}
        visitor={visitor}
        reactions={reactions[question.id] ?? []}
        reasons={reasons.question}
        comments={commentsOn(question.id, t('comments_on_question'), !canWrite)}
      />
      {answers.count > 0 && (
        <section aria-labelledby="answers">
          <AnswersHead
            count={question.answer_count || answers.count}
            order={answers.order}
            address={(order) => `${address(order, 1)}#answers`}
          />
          {answers.list.map((answer, place) => (
            <AnswerPost
              key={answer.id}
              answer={asOfNow(answer)}
              question={question}
              visitor={visitor}
              reactions={reactions[answer.id] ?? []}
              reasons={reasons.answer}
              leftOut={thread.leftOut.includes(answer.id)}
              mayAccept={reasons.mayAccept}
              comments={commentsOn(
                answer.id,
                t('comments_on_answer', {
                  name: answer.user_info.display_name,
                  place: (answers.page - 1) * PAGE.size + place + 1,
                }),
                !canWrite || stateOf(answer) !== undefined,
              )}
            />
          ))}
          <Pagination
            label={t('answer_pages')}
            page={answers.page}
            pages={pagesOf(answers.count)}
            address={(page) => `${address(answers.order, page)}#answers`}
          />
        </section>
      )}
      <LiveNote thread={thread} pulse={pulse} />
      <WriteAnswer question={question} reason={reasons.write} />
    </PageFrame>
  )
}

const isBesideText = ({ intent, captcha }: Refusal) =>
  intent === intents.answer || (!captcha && (intent === intents.comment || intent === intents.editComment))

/** Without scripts: why a press came to nothing. What belongs to a text being written stands there. */
function RefusedAction() {
  const outcome = useActionData() as Outcome | undefined
  if (!outcome || outcome.ok || outcome.told || isBesideText(outcome)) return null
  return (
    <div className="question-notice">
      <Notice kind="danger" role="alert" title={Object.values(outcome.errors)[0] ?? outcome.message} />
      <CaptchaAgain refusal={outcome} />
    </div>
  )
}
