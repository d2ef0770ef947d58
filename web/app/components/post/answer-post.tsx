import type { QuestionInfo } from '@askwell/contract/questions.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AcceptControl } from './accept-control.tsx'
import { answerAnchor } from './answer-outline.tsx'
import type { AnswerRead } from './as-read.ts'
import { Post } from './post.tsx'
import { PostActions } from './post-actions.tsx'
import { type ReactionSummary, Reactions } from './reactions.tsx'
import { PostNotice } from './post-notice.tsx'
import { isAccepted, stateOf } from './question-state.ts'
import { UserCard } from '../user/user-card.tsx'
import { VoteControl } from './vote-control.tsx'

interface Props {
  answer: AnswerRead
  question: Pick<QuestionInfo, 'id' | 'title' | 'url_title' | 'user_info'>
  visitor: boolean
  reasons?: { up?: string; down?: string }
  mayAccept?: boolean
  /** Its text isn’t on this page, which is large without it. */
  leftOut?: boolean
  reactions: ReactionSummary
  comments?: ReactNode
}

export function AnswerPost({
  answer,
  question,
  visitor,
  reasons,
  mayAccept = false,
  leftOut,
  reactions,
  comments,
}: Props) {
  const t = useText('post')
  const follows = useText('follows')
  const state = stateOf(answer)
  const accepted = isAccepted(answer)
  const { id, html, vote_count, vote_status, user_info, create_time, update_time, member_actions } = answer
  const anchor = answerAnchor(id)
  const heading = accepted ? (
    <h3 className="answer-mark" id={`${anchor}-name`}>
      <Icon name="circleCheck" />
      {t('accepted_answer')}
      <span className="visually-hidden"> {t('by', { name: user_info.display_name })}</span>
    </h3>
  ) : (
    <h3 className="visually-hidden" id={`${anchor}-name`}>
      {t('answer_by', { name: user_info.display_name })}
    </h3>
  )
  return (
    <Post
      kind="answer"
      id={anchor}
      html={html}
      elsewhere={leftOut ? paths.answer(question, id) : undefined}
      state={state}
      labelledBy={`${anchor}-name`}
      comments={comments}
      head={
        <>
          {heading}
          {state && <PostNotice kind="answer" state={state} />}
        </>
      }
      rail={
        <>
          <VoteControl
            object_id={id}
            label={t('votes_on_answer')}
            off={state !== undefined}
            author={user_info.username}
            {...{ vote_count, vote_status, visitor, reasons }}
          />
          <AcceptControl question_id={question.id} answer_id={id} accepted={accepted} mayAccept={mayAccept && !state} />
        </>
      }
      tools={
        <>
          <Reactions
            object_id={id}
            summary={reactions}
            label={follows('reactions_to_answer')}
            off={visitor || state === 'deleted' || state === 'pending'}
          />
          <PostActions
            post={{ question_id: question.id, answer_id: id, revision_id: answer.revision_id }}
            object_id={id}
            actions={member_actions}
            address={paths.answer(question, id)}
            title={question.title}
            editAddress={paths.editAnswer(question.id, id)}
            label={t('answer_tools')}
          />
        </>
      }
      license={answer.license ? { name: answer.license, author: user_info } : undefined}
      author={
        <UserCard
          user={user_info}
          verb="answered"
          at={create_time}
          edited={update_time}
          history={paths.revisions({ type: 'answer', id, question_id: question.id })}
          role={user_info.id === question.user_info.id ? t('asker') : undefined}
        />
      }
    />
  )
}
