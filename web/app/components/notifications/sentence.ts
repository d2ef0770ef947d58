import type { KeyIn } from '@askwell/contract/message-keys.ts'
import type { NotificationGroup } from '@askwell/contract/notifications.ts'
import { useText } from '../../i18n/text.tsx'
import type { IconName } from '../../ui/icon.tsx'

type Group = Pick<NotificationGroup, 'action' | 'count' | 'people' | 'people_count' | 'object_info'>

/** Said differently where it is the reader's own. */
const OWN = new Set(['answer_the_question', 'update_answer', 'accept_answer', 'update_question'])

/** "Ann and 3 others upvoted your answer". */
export function useSentence() {
  const t = useText('notifications')
  const peopleOf = ({ people, people_count }: Group) => {
    const [first, second] = people.map(({ display_name }) => display_name)
    if (!first) return t('somebody')
    if (people_count === 1) return t('people_single', { first })
    return people_count === 2 && second
      ? t('people_pair', { first, second })
      : t('people_more', { first, count: people_count - 1 })
  }
  return (group: Group) => {
    const { action, count, object_info } = group
    if (action.includes('.')) return t(`points.${action}` as KeyIn<'notifications'>)
    const own = object_info.is_own && OWN.has(action) ? '_own' : ''
    return t(`said.${action}${own}` as KeyIn<'notifications'>, {
      people: peopleOf(group),
      count,
      plugin: object_info.plugin ?? '',
    })
  }
}

const ICONS: Record<string, IconName> = {
  'question.voted_up': 'chevronUp',
  'answer.voted_up': 'chevronUp',
  'question.voted_down': 'chevronDown',
  'answer.voted_down': 'chevronDown',
  'answer.vote_down': 'chevronDown',
  down_voted_question: 'chevronDown',
  down_voted_answer: 'chevronDown',
  'answer.accepted': 'check',
  'answer.accept': 'check',
  'edit.accepted': 'pencil',
  earned_badge: 'award',
  'reputation.corrected': 'shield',
}

/** Where nobody's picture stands. */
export const iconOf = (action: string): IconName => ICONS[action] ?? 'bell'
