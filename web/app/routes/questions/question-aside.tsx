import { paths } from '../../paths.ts'
import { AnswerOutline } from '../../components/post/answer-outline.tsx'
import { Invited } from '../../components/user/invited.tsx'
import { AsideSection } from '../../components/layout/page-frame.tsx'
import { Widgets } from '../../components/plugins/widgets.tsx'
import { SideList } from '../../components/layout/side-list.tsx'
import { useText } from '../../i18n/text.tsx'
import type { Thread } from './thread.ts'
import { Link } from '../../ui/link.tsx'

const LONG_THREAD = 3

/** Answers at a glance, and where to read on. */
export function QuestionAside({
  thread: { question, answers, linked, related, invited, widgets },
}: {
  thread: Thread
}) {
  const t = useText('questions')
  return (
    <>
      {answers.list.length >= LONG_THREAD && (
        <AsideSection id="outline" title={t('outline')} stays>
          <AnswerOutline answers={answers.list} />
        </AsideSection>
      )}
      <Invited
        question_id={question.id}
        users={invited}
        mayInvite={question.extends_actions.some(({ action }) => action === 'invite_other_to_answer')}
      />
      {linked.list.length > 0 && (
        <AsideSection
          id="linked"
          title={t('linked')}
          end={
            linked.count > linked.list.length && (
              <Link to={paths.linked(question)}>{t('linked_all', { count: linked.count })}</Link>
            )
          }
        >
          <SideList questions={linked.list} />
        </AsideSection>
      )}
      <AsideSection id="related" title={t('related')}>
        {related.length > 0 ? <SideList questions={related} /> : <p className="page-lead">{t('related_none')}</p>}
      </AsideSection>
      <Widgets place="question" widgets={widgets} />
    </>
  )
}
