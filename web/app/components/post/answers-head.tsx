import type { AnswerOrder } from '@askwell/contract/answers.ts'
import { useText } from '../../i18n/text.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import './post.css'

const orders = ['default', 'updated', 'created'] as const satisfies AnswerOrder[]

/** How many answers, and their order. */
export function AnswersHead({
  count,
  order,
  address,
}: {
  count: number
  order: AnswerOrder
  address: (order: AnswerOrder) => string
}) {
  const t = useText('post')
  return (
    <div className="answers-head">
      <h2 id="answers">{t('answers', { count })}</h2>
      {count > 1 && (
        <Tabs label={t('order')}>
          {orders.map((value) => (
            <Tab key={value} to={address(value)} current={value === (order === 'vote' ? 'default' : order)} keepScroll>
              {t(`order_${value}`)}
            </Tab>
          ))}
        </Tabs>
      )}
    </div>
  )
}
