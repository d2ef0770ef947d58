import type { Duplicate, Operation } from '@askwell/contract/questions.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { isAccepted, type PostState } from './question-state.ts'
import './post-notice.css'

interface Props {
  kind: 'question' | 'answer'
  state: PostState
  /** The server's own text, if any. */
  operation?: Operation
}

const looks = {
  closed: { kind: undefined, icon: 'lock' },
  unlisted: { kind: undefined, icon: 'eyeOff' },
  pending: { kind: 'warning', icon: 'clock' },
  deleted: { kind: 'danger', icon: 'trash' },
} as const

/** Why a post is in an unusual state: closed, pending, deleted, unlisted. */
export function PostNotice({ kind, state, operation }: Props) {
  const t = useText('post')
  const { type, remark, duplicate, description, time = 0 } = operation ?? {}
  return (
    <Notice
      {...looks[state]}
      title={type ? t('state_and_reason', { state: t(`${state}_title`), reason: type }) : t(`${state}_title`)}
    >
      {duplicate && <DuplicateOf duplicate={duplicate} />}
      {remark && <p dir="auto">{remark}</p>}
      <p className="notice-note">
        {(!duplicate && description) || t(`${state}_${kind}`)}
        {time > 0 && (
          <>
            {' '}
            · <Time at={time} />
          </>
        )}
      </p>
    </Notice>
  )
}

/** The other question, and the beginning of its best answer: mostly that is all the reader needs. */
function DuplicateOf({ duplicate }: { duplicate: Duplicate }) {
  const states = useText('states')
  return (
    <div className="duplicate">
      <p>
        {states('duplicate_of')}{' '}
        <Link to={paths.question(duplicate)} dir="auto">
          <b>{duplicate.title}</b>
        </Link>
      </p>
      {duplicate.answers.length > 0 && (
        <ul className="duplicate-answers">
          {duplicate.answers.map((answer) => (
            <li key={answer.id}>
              {isAccepted(answer) && <Icon name="circleCheck" label={states('accepted')} small />}
              <Link to={paths.answer(duplicate, answer.id)} dir="auto">
                {answer.description}
              </Link>{' '}
              <span className="notice-note">{states('by', { name: answer.user_info.display_name })}</span>
            </li>
          ))}
        </ul>
      )}
      {duplicate.answer_count > duplicate.answers.length && (
        <p>
          <Link to={`${paths.question(duplicate)}#answers`}>
            {states('duplicate_answers', { count: duplicate.answer_count })}
          </Link>
        </p>
      )}
    </div>
  )
}
