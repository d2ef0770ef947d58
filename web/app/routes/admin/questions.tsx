// words: admin.state_*
import { QUESTION_FILTERS, questionsInState } from '@askwell/contract/content-administration.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import { inBrowserSubmit, onServerSubmit, type Submission } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { isPinned, stateOf } from '../../components/post/question-state.ts'
import { StateActions } from '../../components/moderation/state-actions.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { ContentPage, pageOrFirst, queryIn } from './content.tsx'
import { EraseBox, sendErasure } from './erase.tsx'
import type { Route } from './+types/questions.ts'

const load = async ({ call, url }: RouteContext) => {
  const wish = queryIn(url, QUESTION_FILTERS)
  const { count, list } = await pageOrFirst(
    () =>
      call(questionsInState, {
        query: { status: wish.filter as 'closed', query: wish.query, page: wish.page, page_size: PAGE.size },
      }),
    wish,
    url,
  )
  return { ...wish, count, list }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = (submission: Submission) => sendErasure(submission, 'questions')
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Questions({ loaderData: { list, ...wish } }: Route.ComponentProps) {
  const t = useText('admin')
  const { number } = useLanguage()
  const deleted = wish.filter === 'deleted'
  return (
    <ContentPage kind="questions" icon="help" filters={QUESTION_FILTERS} {...wish}>
      <Table
        caption={t('page_questions')}
        columns={[
          { name: t('title') },
          { name: t('author') },
          { name: t('votes'), number: true },
          { name: t('answers'), number: true },
          { name: t(deleted ? 'deleted' : 'written') },
          { name: <span className="visually-hidden">{t('actions')}</span> },
        ]}
      >
        {list.map((question) => (
          <tr key={question.id}>
            <th scope="row" data-label={t('title')}>
              <span className="content-title">
                {deleted && <EraseBox id={question.id} title={question.title} />}
                <Link to={paths.question(question)} dir="auto">
                  {question.title}
                </Link>
                {isPinned(question) && <Label icon="pin">{t('pinned')}</Label>}
                {stateOf({ status: 1, show: question.show }) === 'unlisted' && (
                  <Label icon="eyeOff">{t('unlisted')}</Label>
                )}
              </span>
            </th>
            <td data-label={t('author')}>
              <Link to={paths.user(question.user_info.username)}>{question.user_info.display_name}</Link>
            </td>
            <td data-label={t('votes')} className="number">
              {number(question.vote_count)}
            </td>
            <td data-label={t('answers')} className="number">
              <Link to={`${paths.admin('answers')}?query=${question.id}`}>{number(question.answer_count)}</Link>
            </td>
            <td data-label={t(deleted ? 'deleted' : 'written')}>
              <Time at={deleted ? question.delete_time : question.create_time} />
            </td>
            <td className="content-actions">
              <StateActions inList actions={question.member_actions} post={{ question_id: question.id }} />
            </td>
          </tr>
        ))}
      </Table>
    </ContentPage>
  )
}
