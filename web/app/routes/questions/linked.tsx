import { linkedQuestions, questionInfo } from '@askwell/contract/questions.ts'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { listingAddress, pageIn, pagesOf } from '../../components/lists/listing.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { QuestionList } from '../../components/lists/question-list.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { useRoot } from '../../root-data.ts'
import type { Route } from './+types/linked.ts'

const load = async ({ call, params, url }: RouteContext) => {
  const id = params.questionId!
  const page = pageIn(url)
  const [question, linked] = await Promise.all([
    call(questionInfo, { query: { id } }),
    call(linkedQuestions, { query: { question_id: id, page } }),
  ])
  return { question, linked, page }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Linked({ loaderData: { question, linked, page } }: Route.ComponentProps) {
  const t = useText('questions')
  const { list_view } = useRoot()
  const path = paths.linked(question)
  return (
    <PageFrame>
      <PageMeta title={t('linked_title', { title: question.title })} hidden />
      <PageTitle note={t('count', { count: linked.count })}>{t('linked_heading')}</PageTitle>
      <p className="page-lead">
        <Link to={paths.question(question)} dir="auto">
          {question.title}
        </Link>
      </p>
      {linked.list.length > 0 ? (
        <QuestionList questions={linked.list} view={list_view} />
      ) : (
        <Empty
          icon="link"
          title={t('linked_none')}
          actions={<ButtonLink to={paths.question(question)}>{t('to_question')}</ButtonLink>}
        >
          {t('linked_none_note')}
        </Empty>
      )}
      <Pagination
        label={t('pages')}
        page={page}
        pages={pagesOf(linked.count)}
        address={(number) => listingAddress(path, { page: number })}
      />
    </PageFrame>
  )
}
