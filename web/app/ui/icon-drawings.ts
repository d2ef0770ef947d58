import { __iconData as arrowDown } from 'lucide-react/icons/arrow-down'
import { __iconData as award } from 'lucide-react/icons/award'
import { __iconData as bell } from 'lucide-react/icons/bell'
import { __iconData as bellOff } from 'lucide-react/icons/bell-off'
import { __iconData as bold } from 'lucide-react/icons/letter-b'
import { __iconData as bookmark } from 'lucide-react/icons/bookmark'
import { __iconData as check } from 'lucide-react/icons/check'
import { __iconData as chevronDown } from 'lucide-react/icons/chevron-down'
import { __iconData as chevronLeft } from 'lucide-react/icons/chevron-left'
import { __iconData as chevronRight } from 'lucide-react/icons/chevron-right'
import { __iconData as chevronUp } from 'lucide-react/icons/chevron-up'
import { __iconData as circleAlert } from 'lucide-react/icons/circle-exclamation-point'
import { __iconData as circleCheck } from 'lucide-react/icons/circle-check'
import { __iconData as clock } from 'lucide-react/icons/clock'
import { __iconData as code } from 'lucide-react/icons/code'
import { __iconData as codeBlock } from 'lucide-react/icons/square-code'
import { __iconData as ellipsis } from 'lucide-react/icons/ellipsis'
import { __iconData as eyeOff } from 'lucide-react/icons/eye-off'
import { __iconData as flag } from 'lucide-react/icons/flag'
import { __iconData as globe } from 'lucide-react/icons/globe'
import { __iconData as frown } from 'lucide-react/icons/face-slightly-frowning'
import { __iconData as heading } from 'lucide-react/icons/letter-h'
import { __iconData as heart } from 'lucide-react/icons/heart'
import { __iconData as help } from 'lucide-react/icons/circle-question-mark'
import { __iconData as image } from 'lucide-react/icons/image'
import { __iconData as inbox } from 'lucide-react/icons/inbox'
import { __iconData as info } from 'lucide-react/icons/info'
import { __iconData as italic } from 'lucide-react/icons/italic'
import { __iconData as keyboard } from 'lucide-react/icons/keyboard'
import { __iconData as keyRound } from 'lucide-react/icons/key-round'
import { __iconData as layoutDashboard } from 'lucide-react/icons/layout-dashboard'
import { __iconData as layoutList } from 'lucide-react/icons/layout-list'
import { __iconData as link } from 'lucide-react/icons/link'
import { __iconData as list } from 'lucide-react/icons/list'
import { __iconData as listCollapse } from 'lucide-react/icons/list-collapse'
import { __iconData as listFilter } from 'lucide-react/icons/list-filter'
import { __iconData as listOrdered } from 'lucide-react/icons/list-ordered'
import { __iconData as listTodo } from 'lucide-react/icons/list-todo'
import { __iconData as lock } from 'lucide-react/icons/lock'
import { __iconData as logIn } from 'lucide-react/icons/log-in'
import { __iconData as logOut } from 'lucide-react/icons/log-out'
import { __iconData as mail } from 'lucide-react/icons/mail'
import { __iconData as menu } from 'lucide-react/icons/menu'
import { __iconData as merge } from 'lucide-react/icons/git-merge'
import { __iconData as messageCircle } from 'lucide-react/icons/message-circle'
import { __iconData as messageSquare } from 'lucide-react/icons/message-square'
import { __iconData as moon } from 'lucide-react/icons/moon'
import { __iconData as paperclip } from 'lucide-react/icons/paperclip'
import { __iconData as pencil } from 'lucide-react/icons/pencil'
import { __iconData as pin } from 'lucide-react/icons/pin'
import { __iconData as quote } from 'lucide-react/icons/quote'
import { __iconData as redo } from 'lucide-react/icons/redo-2'
import { __iconData as refresh } from 'lucide-react/icons/refresh-cw'
import { __iconData as rows } from 'lucide-react/icons/rows-3'
import { __iconData as search } from 'lucide-react/icons/search'
import { __iconData as settings } from 'lucide-react/icons/settings'
import { __iconData as share } from 'lucide-react/icons/share-2'
import { __iconData as shield } from 'lucide-react/icons/shield'
import { __iconData as sigma } from 'lucide-react/icons/sigma'
import { __iconData as columnAdd } from 'lucide-react/icons/between-vertical-end'
import { __iconData as columnDelete } from 'lucide-react/icons/arrows-to-axis-dashed-vertical'
import { __iconData as rowAdd } from 'lucide-react/icons/between-horizontal-end'
import { __iconData as rowDelete } from 'lucide-react/icons/arrows-to-axis-dashed-horizontal'
import { __iconData as smile } from 'lucide-react/icons/face-slightly-smiling'
import { __iconData as smilePlus } from 'lucide-react/icons/face-slightly-smiling-plus'
import { __iconData as star } from 'lucide-react/icons/star'
import { __iconData as strikethrough } from 'lucide-react/icons/strikethrough'
import { __iconData as superscript } from 'lucide-react/icons/superscript'
import { __iconData as sun } from 'lucide-react/icons/sun'
import { __iconData as table } from 'lucide-react/icons/table'
import { __iconData as tag } from 'lucide-react/icons/tag'
import { __iconData as trash } from 'lucide-react/icons/trash'
import { __iconData as triangleAlert } from 'lucide-react/icons/triangle-exclamation-point'
import { __iconData as undo } from 'lucide-react/icons/undo-2'
import { __iconData as user } from 'lucide-react/icons/user'
import { __iconData as userPlus } from 'lucide-react/icons/user-plus'
import { __iconData as users } from 'lucide-react/icons/users'
import { __iconData as x } from 'lucide-react/icons/x'
import type { LucideIconData } from 'lucide-react'

// The package gives all its icon files one declaration, which leaves the drawing out.
declare module 'lucide-react/icons/check' {
  export const __iconData: LucideIconData
}

/** All there are. A browser gets each with the first module that names it (web/browser-parts.ts). */
export const drawings = {
  arrowDown,
  award,
  bell,
  bellOff,
  bold,
  bookmark,
  check,
  chevronDown,
  chevronLeft,
  chevronRight,
  chevronUp,
  circleAlert,
  circleCheck,
  clock,
  code,
  codeBlock,
  ellipsis,
  eyeOff,
  flag,
  frown,
  globe,
  heading,
  heart,
  help,
  image,
  inbox,
  info,
  italic,
  keyboard,
  keyRound,
  layoutDashboard,
  layoutList,
  link,
  list,
  listCollapse,
  listFilter,
  listOrdered,
  listTodo,
  lock,
  logIn,
  logOut,
  mail,
  menu,
  merge,
  messageCircle,
  messageSquare,
  moon,
  paperclip,
  pencil,
  pin,
  quote,
  redo,
  refresh,
  rows,
  search,
  settings,
  share,
  shield,
  sigma,
  columnAdd,
  columnDelete,
  rowAdd,
  rowDelete,
  smile,
  smilePlus,
  star,
  strikethrough,
  superscript,
  sun,
  table,
  tag,
  trash,
  triangleAlert,
  undo,
  user,
  userPlus,
  users,
  x,
}

export type IconName = keyof typeof drawings
