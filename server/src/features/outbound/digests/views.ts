import { objectId } from '@askwell/contract/ids.ts'
import { answerPath, type PermalinkForm, questionPath } from '@askwell/contract/permalink.ts'
import type { Db } from '../../../db/dialect.ts'
import type { EmailContent } from '../../../lib/email-layout.ts'
import type { Actor } from '../../../lib/actor.ts'
import { translate } from '../../../lib/messages.ts'
import { addressOf } from '../notifications/inbox/addresses.ts'
import { notificationGroups } from '../notifications/inbox/views.ts'
import { listAnswers, listQuestions } from './queries.ts'

const SHOWN = 5

interface Site {
  site_url: string
  permalink: PermalinkForm
}

/** What is worth telling since then, in sections; none where there is nothing. */
export const digestSections = async (
  db: Db,
  reader: Actor,
  since: number,
  { site_url, permalink }: Site,
  language: string,
): Promise<NonNullable<EmailContent['sections']>> => {
  const tell = (key: 'news' | 'questions' | 'answers' | 'open' | 'score', values?: Record<string, string | number>) =>
    translate(language, `mail.digest.${key}`, values)
  const asked = { user_id: reader.id, since, limit: SHOWN }
  const { list } = await notificationGroups(db, reader, { type: 'inbox', inbox_type: 'all', size: SHOWN }, language)
  const news = list.filter(({ is_read, update_time }) => !is_read && update_time > since)
  const best = await listQuestions(db, asked, { unanswered: false })
  const answers = await listAnswers(db, asked)
  const open = (await listQuestions(db, asked, { unanswered: true })).filter(
    ({ id }) => !best.some((one) => one.id === id),
  )
  const questionAddress = ({ question_id, url_title }: { question_id: number; url_title: string }) =>
    site_url + questionPath(permalink, { id: objectId('question', question_id), url_title })
  return [
    {
      title: tell('news'),
      items: news.map((group) => ({
        label: group.object_info.title,
        address: addressOf(site_url, permalink, group),
        note: [group.user_info?.display_name, group.notification_action].filter(Boolean).join(' '),
      })),
    },
    {
      title: tell('questions'),
      items: best.map((question) => ({
        label: question.title,
        address: questionAddress(question),
        note: tell('score', { count: question.score }),
      })),
    },
    {
      title: tell('answers'),
      items: answers.map((answer) => ({
        label: answer.title,
        address:
          site_url +
          answerPath(
            permalink,
            { id: objectId('question', answer.question_id), url_title: answer.url_title },
            objectId('answer', answer.id),
          ),
        note: tell('score', { count: answer.score }),
      })),
    },
    {
      title: tell('open'),
      items: open.map((question) => ({ label: question.title, address: questionAddress(question) })),
    },
  ].filter(({ items }) => items.length > 0)
}
