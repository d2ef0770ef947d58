import type { BadgeAward } from '@askwell/contract/notifications.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BadgeEmblem } from './badge-emblem.tsx'
import { Confetti } from './confetti.tsx'
import { LEVELS, type Level } from './medal.tsx'
import './badge-notice.css'

/** Says that one has earned a badge, with confetti. words: badges.level_* */
export function BadgeNotice({ award, onClose }: { award: BadgeAward; onClose: () => void }) {
  const t = useText('badges')
  const level = award.level as Level
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('notice_title')}
      foot={
        <>
          <ButtonLink to={paths.badge(award.badge_id)} onClick={onClose}>
            {t('notice_see')}
          </ButtonLink>
          <Button look="primary" onClick={onClose}>
            {t('notice_close')}
          </Button>
        </>
      }
    >
      <Confetti />
      <div className="badge-notice">
        <BadgeEmblem icon={award.icon} level={level} size="large" />
        <p className="badge-notice-name">{award.name}</p>
        <p className="badge-notice-level">{t(`level_${LEVELS[level]}`)}</p>
      </div>
    </Dialog>
  )
}
