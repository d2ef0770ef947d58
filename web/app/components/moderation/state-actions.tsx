import type { MemberAction } from '@askwell/contract/shapes.ts'
import { type ComponentType, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { onDemand } from '../../chunks.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu, MenuDivider, MenuLink } from '../../ui/menu.tsx'
import { isDangerous, STATE_ICONS, type StateAct, stateActsIn, type StatefulPost } from './state-acts.ts'
import type { StateDialog } from './state-dialog.tsx'
import '../post/post-action.css'

interface Props {
  actions: MemberAction[]
  post: StatefulPost
  /** In a list of many posts, and not on the post's own page. */
  inList?: boolean
  /** More in the menu, before what changes the state. */
  children?: ReactNode
}

/** Undoing a state has a button of its own, since that is what one comes for; the rest is in a menu. On the post's page deleting has its own button, too. */
const OPENLY = {
  list: ['undelete', 'reopen', 'approve'],
  page: ['approve', 'delete', 'undelete', 'reopen'],
} as const satisfies Record<string, StateAct[]>

/** Changes a post as a whole: by dialogs, which without scripts are pages. */
export function StateActions({ actions, post, inList = false, children }: Props) {
  const t = useText('post')
  const [opened, setOpened] = useState<{ act: StateAct; Dialog: ComponentType<Parameters<typeof StateDialog>[0]> }>()
  const box = useRef<HTMLSpanElement>(null)
  const all = stateActsIn(actions)
  const open: readonly StateAct[] = OPENLY[inList ? 'list' : 'page']
  const openly = all.filter((one) => open.includes(one.act))
  const others = all.filter((one) => !open.includes(one.act))
  const link = (act: StateAct) => ({
    to: paths.stateOfText(act, post),
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onDemand(
        () => import('./state-dialog.tsx'),
        paths.state(act, post),
        ({ StateDialog }) => setOpened({ act, Dialog: StateDialog }),
      )
    },
  })
  const close = () => {
    setOpened(undefined)
    // The pressed item is gone with the menu: the focus moves to the menu's own button.
    if (others.some((one) => one.act === opened?.act))
      requestAnimationFrame(() => box.current?.querySelector('summary')?.focus())
  }
  if (all.length === 0 && !children) return null
  return (
    <span className="state-actions" ref={box}>
      {openly.map((one) => (
        <Link key={one.act} className="post-action" {...link(one.act)}>
          <Icon name={STATE_ICONS[one.act]} small />
          {one.name}
        </Link>
      ))}
      {(others.length > 0 || children) && (
        <Menu align="end" summaryClass="post-action" summary={<Icon name="ellipsis" small />} label={t('more_acts')}>
          {children}
          {others.map((one, place) => (
            <MenuEntry
              key={one.act}
              divided={isDangerous(one.act) && place > 0 && !isDangerous(others[place - 1]!.act)}
            >
              <MenuLink icon={STATE_ICONS[one.act]} danger={isDangerous(one.act)} {...link(one.act)}>
                {one.name}
              </MenuLink>
            </MenuEntry>
          ))}
        </Menu>
      )}
      {opened && <opened.Dialog act={opened.act} post={post} inList={inList} onClose={close} />}
    </span>
  )
}

const MenuEntry = ({ divided, children }: { divided: boolean; children: ReactNode }) => (
  <>
    {divided && <MenuDivider />}
    {children}
  </>
)
