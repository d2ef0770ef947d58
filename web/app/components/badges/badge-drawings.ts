import type { BadgeIcon } from '@askwell/contract/badges.ts'
import type { LucideIconData } from 'lucide-react'
import { __iconData as award } from 'lucide-react/icons/award'
import { __iconData as badgeCheck } from 'lucide-react/icons/badge-check'
import { __iconData as bookOpen } from 'lucide-react/icons/book-open'
import { __iconData as cake } from 'lucide-react/icons/cake'
import { __iconData as calendarCheck } from 'lucide-react/icons/calendar-check'
import { __iconData as calendarHeart } from 'lucide-react/icons/calendar-heart'
import { __iconData as circleCheck } from 'lucide-react/icons/circle-check'
import { __iconData as externalLink } from 'lucide-react/icons/external-link'
import { __iconData as eye } from 'lucide-react/icons/eye'
import { __iconData as flag } from 'lucide-react/icons/flag'
import { __iconData as gift } from 'lucide-react/icons/gift'
import { __iconData as glasses } from 'lucide-react/icons/glasses'
import { __iconData as graduationCap } from 'lucide-react/icons/graduation-cap'
import { __iconData as handHeart } from 'lucide-react/icons/hand-heart'
import { __iconData as heart } from 'lucide-react/icons/heart'
import { __iconData as help } from 'lucide-react/icons/circle-question-mark'
import { __iconData as idCard } from 'lucide-react/icons/id-card'
import { __iconData as lightbulb } from 'lucide-react/icons/lightbulb'
import { __iconData as link } from 'lucide-react/icons/link'
import { __iconData as megaphone } from 'lucide-react/icons/megaphone'
import { __iconData as messageCircle } from 'lucide-react/icons/message-circle'
import { __iconData as messageText } from 'lucide-react/icons/message-square-text'
import { __iconData as pencil } from 'lucide-react/icons/pencil'
import { __iconData as share } from 'lucide-react/icons/share-2'
import { __iconData as shield } from 'lucide-react/icons/shield'
import { __iconData as smile } from 'lucide-react/icons/face-slightly-smiling'
import { __iconData as sparkles } from 'lucide-react/icons/sparkles'
import { __iconData as squareCheck } from 'lucide-react/icons/square-check'
import { __iconData as tag } from 'lucide-react/icons/tag'
import { __iconData as thumbsUp } from 'lucide-react/icons/thumbs-up'
import { __iconData as trophy } from 'lucide-react/icons/trophy'
import { __iconData as userPlus } from 'lucide-react/icons/user-plus'

/** The names are those that existing clients draw; here they are drawn in the kit's hand. */
export const badgeDrawings: Record<BadgeIcon, LucideIconData> = {
  'person-badge-fill': idCard,
  'pencil-fill': pencil,
  'flag-fill': flag,
  'hand-thumbs-up-fill': thumbsUp,
  'emoji-smile-fill': smile,
  'share-fill': share,
  'check-circle-fill': circleCheck,
  'check-square-fill': squareCheck,
  'chat-square-text-fill': messageText,
  'question-circle-fill': help,
  'mortarboard-fill': graduationCap,
  'book-fill': bookOpen,
  'link-45deg': link,
  'heart-fill': heart,
  'chat-fill': messageCircle,
  eyeglasses: glasses,
  'calendar-event-fill': calendarHeart,
  'megaphone-fill': megaphone,
  hearts: handHeart,
  'person-plus-fill': userPlus,
  'gift-fill': gift,
  'calendar-check-fill': calendarCheck,
  'balloon-fill': cake,
  stars: sparkles,
  'patch-check-fill': badgeCheck,
  'eye-fill': eye,
  'box-arrow-up-right': externalLink,
  'award-fill': award,
  'trophy-fill': trophy,
  'shield-fill': shield,
  'lightbulb-fill': lightbulb,
  'tag-fill': tag,
}
