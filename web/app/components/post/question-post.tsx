import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import type { QuestionRead } from './as-read.ts'
import { BookmarkControl } from './bookmark-control.tsx'
import { FollowQuestion } from './follow-question.tsx'
import { Post } from './post.tsx'
import { PostActions } from './post-actions.tsx'
import { type ReactionSummary, Reactions } from './reactions.tsx'
import { stateOf } from './question-state.ts'
import { TagList } from '../lists/tag-chip.tsx'
import { MuteQuestion } from '../user/mute-control.tsx'
import { UserCard } from '../user/user-card.tsx'
import { VoteControl } from './vote-control.tsx'

interface Props {
  question: QuestionRead
  muted: boolean
  visitor: boolean
  reasons?: { up?: string; down?: string }
  reactions: ReactionSummary
  comments?: ReactNode
}

export function QuestionPost({ question, muted, visitor, reasons, reactions, comments }: Props) {
  const t = useText('post')
  const follows = useText('follows')
  const state = stateOf(question)
  const { id, html, title, vote_count, vote_status, tags, user_info, create_time, edit_time, member_actions } = question
  return (
    <Post
      kind="question"
      id={`question-${id}`}
      html={html}
      state={state}
      label={t('question')}
      comments={comments}
      tags={<TagList tags={tags} />}
      rail={
        <>
          <VoteControl
            object_id={id}
            label={t('votes_on_question')}
            off={state === 'deleted' || state === 'pending'}
            author={user_info.username}
            {...{ vote_count, vote_status, visitor, reasons }}
          />
          <BookmarkControl
            object_id={id}
            collected={question.collected}
            count={question.collection_count}
            visitor={visitor}
          />
          <FollowQuestion object_id={id} is_followed={question.is_followed} visitor={visitor} />
          {!visitor && <MuteQuestion object_id={id} is_muted={muted} />}
        </>
      }
      tools={
        <>
          <Reactions
            object_id={id}
            summary={reactions}
            label={follows('reactions_to_question')}
            off={visitor || state === 'deleted' || state === 'pending'}
          />
          <PostActions
            post={{ question_id: id, revision_id: question.revision_id }}
            object_id={id}
            actions={member_actions}
            address={paths.question(question)}
            title={title}
            editAddress={paths.editQuestion(id)}
            label={t('question_tools')}
          />
        </>
      }
      license={question.license ? { name: question.license, author: user_info } : undefined}
      author={
        <UserCard
          user={user_info}
          verb="asked"
          at={create_time}
          edited={edit_time}
          history={paths.revisions({ type: 'question', id, question_id: id })}
        />
      }
    />
  )
}
