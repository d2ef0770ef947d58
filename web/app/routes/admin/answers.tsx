// words: admin.state_*
import { ANSWER_FILTERS, answersInState } from '@askwell/contract/content-administration.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import { inBrowserSubmit, onServerSubmit, type Submission } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { isAccepted } from '../../components/post/question-state.ts'
import { StateActions } from '../../components/moderation/state-actions.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { ContentPage, pageOrFirst, queryIn } from './content.tsx'
import { EraseBox, sendErasure } from './erase.tsx'
import type { Route } from './+types/answers.ts'

const load = async ({ call, url }: RouteContext) => {
  const wish = queryIn(url, ANSWER_FILTERS)
  const { count, list } = await pageOrFirst(
    () =>
      call(answersInState, {
        query: { status: wish.filter as 'deleted', query: wish.query, page: wish.page, page_size: PAGE.size },
      }),
    wish,
    url,
  )
  return { ...wish, count, list }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = (submission: Submission) => sendErasure(submission, 'answers')
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Answers({ loaderData: { list, ...wish } }: Route.ComponentProps) {
  const t = useText('admin')
  const { number } = useLanguage()
  const deleted = wish.filter === 'deleted'
  return (
    <ContentPage kind="answers" icon="messageCircle" filters={ANSWER_FILTERS} {...wish}>
      <Table
        caption={t('page_answers')}
        columns={[
          { name: t('answer') },
          { name: t('author') },
          { name: t('votes'), number: true },
          { name: t(deleted ? 'deleted' : 'written') },
          { name: <span className="visually-hidden">{t('actions')}</span> },
        ]}
      >
        {list.map((answer) => {
          const question = { id: answer.question_id, url_title: answer.url_title }
          return (
            <tr key={answer.id}>
              <th scope="row" data-label={t('answer')}>
                <span className="content-title">
                  {deleted && <EraseBox id={answer.id} title={answer.question_info.title} />}
                  <Link to={paths.answer(question, answer.id)} dir="auto">
                    {answer.question_info.title}
                  </Link>
                  {isAccepted(answer) && (
                    <Label kind="accepted" icon="circleCheck">
                      {t('accepted')}
                    </Label>
                  )}
                </span>
                <span className="content-excerpt" dir="auto">
                  {answer.description}
                </span>
              </th>
              <td data-label={t('author')}>
                <Link to={paths.user(answer.user_info.username)}>{answer.user_info.display_name}</Link>
              </td>
              <td data-label={t('votes')} className="number">
                {number(answer.vote_count)}
              </td>
              <td data-label={t(deleted ? 'deleted' : 'written')}>
                <Time at={deleted ? answer.delete_time : answer.create_time} />
              </td>
              <td className="content-actions">
                <StateActions
                  inList
                  actions={answer.member_actions}
                  post={{ question_id: answer.question_id, answer_id: answer.id }}
                />
              </td>
            </tr>
          )
        })}
      </Table>
    </ContentPage>
  )
}
