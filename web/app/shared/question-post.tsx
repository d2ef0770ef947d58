import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { useText } from '../text.tsx'
import type { QuestionRead } from './as-read.ts'
import { intents } from './intents.ts'
import { Post } from './post.tsx'
import { PostActions } from './post-actions.tsx'
import { stateOf } from './question-state.ts'
import { TagList } from './tag-chip.tsx'
import { UserCard } from './user-card.tsx'
import { VoteControl } from './vote-control.tsx'

interface Props {
  question: QuestionRead
  visitor: boolean
  reasons?: { up?: string; down?: string }
  comments?: ReactNode
}

export function QuestionPost({ question, visitor, reasons, comments }: Props) {
  const t = useText('post')
  const state = stateOf(question)
  const { id, html, title, vote_count, vote_status, tags, user_info, create_time, edit_time, member_actions } = question
  return (
    <Post
      kind="question" id={`question-${id}`} html={html} state={state} label={t('question')} comments={comments}
      tags={<TagList tags={tags} />}
      rail={<VoteControl object_id={id} label={t('votes_on_question')} off={state === 'deleted' || state === 'pending'} {...{ vote_count, vote_status, visitor, reasons }} />}
      tools={(
        <PostActions
          actions={member_actions} address={paths.question(question)} title={title} editAddress={paths.editQuestion(id)} label={t('question_tools')}
          deletion={{ intent: intents.deleteQuestion, fields: { id }, question: t('delete_question') }}
        />
      )}
      author={<UserCard user={user_info} verb="asked" at={create_time} edited={edit_time} />}
    />
  )
}
