import { useText } from '../../../i18n/text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type Advice, adviceFor } from './advice.ts'
import './look.css'

/** A gentle look at a question, or an answer, before it is posted. */
export function BeforeAsking({ values: { title, content = '', tags } }: { values: Record<string, string> }) {
  const t = useText('editor')
  const advice = adviceFor({ title, content, tags })
  return (
    <div className="look" role="status">
      {advice.length > 0 && (
        <>
          <p className="look-title">{t('look_title')}</p>
          <ul>
            {advice.map((one: Advice) => (
              <li key={one}>
                <Icon name="info" small />
                <span>{t(`look_${one}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
