import { LINKS_BEFORE_PRIVILEGE } from '@askwell/contract/limits.ts'
import { permission } from '@askwell/contract/users.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../../i18n/text.tsx'
import { call } from '../../../session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { countLinks } from './advice.ts'
import './look.css'

const POWER = 'link.url_limit'

/** Says while one types that there are more links than one may post yet. */
export function LinkLimit({ text = '' }: { text: string | undefined }) {
  const t = useText('editor')
  const [missing, setMissing] = useState<string | null>(null)
  const isOver = text.includes('://') && countLinks(text, window.location.origin) > LINKS_BEFORE_PRIVILEGE
  useEffect(() => {
    if (!isOver || missing !== null) return
    let current = true
    call(permission, { query: { action: POWER } }).then(
      ({ [POWER]: power }) => {
        if (current) setMissing(power && !power.has_permission ? power.no_permission_tip : '')
      },
      () => {}, // the server will say so
    )
    return () => {
      current = false
    }
  }, [isOver, missing])
  return (
    <div className="look" role="status">
      {isOver && missing && (
        <p>
          <Icon name="info" small />
          <span>
            {t('links_over', { max: LINKS_BEFORE_PRIVILEGE })} {missing}
          </span>
        </p>
      )}
    </div>
  )
}
