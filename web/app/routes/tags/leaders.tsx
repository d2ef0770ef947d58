import type { TagLeader } from '@askwell/contract/directory.ts'
import { UserAvatar, UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Whose answers under a tag have the highest score; nothing where nobody has answered well yet. */
export function Leaders({ all_time, lately }: { all_time: TagLeader[]; lately: TagLeader[] }) {
  const t = useText('tags')
  if (all_time.length === 0 && lately.length === 0) return null
  return (
    <Panel title={t('leaders')} id="tag-leaders">
      <div className="tag-leaders">
        <Board title={t('leaders_lately')} leaders={lately} />
        <Board title={t('leaders_all_time')} leaders={all_time} />
      </div>
    </Panel>
  )
}

function Board({ title, leaders }: { title: string; leaders: TagLeader[] }) {
  const t = useText('tags')
  const format = useFormatCount()
  return (
    <section>
      <h3>{title}</h3>
      {leaders.length === 0 ? (
        <p className="tag-leaders-none">{t('leaders_none')}</p>
      ) : (
        <ol>
          {leaders.map(({ user, answers, answer_score }) => (
            <li key={user.id}>
              <UserAvatar user={user} size="small" />
              <UserLink user={user} />
              <span className="numbers">
                {t('leader_score', { count: answer_score, score: format(answer_score) })}
                {' · '}
                {t('leader_answers', { count: answers, answers: format(answers) })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
