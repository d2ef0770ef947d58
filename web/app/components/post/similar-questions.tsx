import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import '../layout/side-list.css'
import './similar-questions.css'

interface Similar {
  id: string
  title: string
  url_title: string
  answer_count: number
  accepted_answer: boolean
}

/** Similar questions while a title is being typed. They open beside the form, so that nothing typed is lost. */
export function SimilarQuestions({ questions }: { questions: Similar[] }) {
  const t = useText('ask')
  return (
    <div aria-live="polite">
      {questions.length > 0 && (
        <section className="similar" aria-labelledby="similar-title">
          <h2 className="similar-title" id="similar-title">
            {t('similar_title')}
          </h2>
          <ul className="similar-list">
            {questions.map((question) => (
              <li key={question.id}>
                <a className="similar-item" href={paths.question(question)} target="_blank" rel="noopener">
                  <span dir="auto">{question.title}</span>
                  <small>
                    {t('similar_answers', { count: question.answer_count })}
                    {question.accepted_answer && `, ${t('similar_accepted')}`}
                  </small>
                </a>
              </li>
            ))}
          </ul>
          <p className="similar-foot">{t('similar_foot')}</p>
        </section>
      )}
    </div>
  )
}
