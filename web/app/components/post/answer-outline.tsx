import type { Answer } from '@askwell/contract/answers.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isAccepted } from './question-state.ts'
import { SideScore } from '../layout/side-list.tsx'
import './answer-outline.css'

/** Every answer of a long thread with its score, its author and the accepted mark. */
export function AnswerOutline({
  answers,
}: {
  answers: Pick<Answer, 'id' | 'vote_count' | 'accepted' | 'user_info'>[]
}) {
  const t = useText('post')
  return (
    <ol className="outline-list">
      {answers.map((answer) => (
        <li key={answer.id}>
          <a className="outline-link" href={`#${answerAnchor(answer.id)}`}>
            <SideScore votes={answer.vote_count} solved={isAccepted(answer)} />
            <span className="outline-name" dir="auto">
              {answer.user_info.display_name}
            </span>
            {isAccepted(answer) && <Icon name="check" small label={t('accepted')} />}
          </a>
        </li>
      ))}
    </ol>
  )
}

export const answerAnchor = (id: string) => `answer-${id}`
