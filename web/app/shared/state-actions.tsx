import { reasons as reasonsCall, type Reason } from '@askwell/contract/site.ts'
import type { MemberAction } from '@askwell/contract/shapes.ts'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { FormToken, type Outcome } from '../forms.tsx'
import { paths } from '../paths.ts'
import { call } from '../session.ts'
import { useText } from '../text.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Menu, MenuDivider, MenuLink } from '../ui/menu.tsx'
import { showToast } from '../ui/toast.tsx'
import {
  IN_LIST,
  isDangerous,
  kindOf,
  ON_PAGE,
  STATE_ICONS,
  type StateAct,
  stateActsIn,
  type StatefulPost,
} from './state-acts.ts'
import { lookOf, StateFields } from './state-form.tsx'

interface Props {
  actions: MemberAction[]
  post: StatefulPost
  /** In a list of many posts, and not on the post's own page. */
  inList?: boolean
  /** More in the menu, before what changes the state. */
  children?: ReactNode
}

/** What undoes a state stands by itself, since that is what one comes for; the rest is in a menu. On the post's page deleting has a place of its own, too. */
const OPENLY = {
  list: ['undelete', 'reopen', 'approve'],
  page: ['approve', 'delete', 'undelete', 'reopen'],
} as const satisfies Record<string, StateAct[]>

/** Changes a post as a whole: by dialogs, which without scripts are pages. */
export function StateActions({ actions, post, inList = false, children }: Props) {
  const t = useText('states')
  const [act, setAct] = useState<StateAct>()
  const box = useRef<HTMLSpanElement>(null)
  const all = stateActsIn(actions)
  const open: readonly StateAct[] = OPENLY[inList ? 'list' : 'page']
  const openly = all.filter((one) => open.includes(one.act))
  const others = all.filter((one) => !open.includes(one.act))
  const link = (one: StateAct) => ({
    to: paths.state(one, post),
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      setAct(one)
    },
  })
  const close = () => {
    setAct(undefined)
    // What was pressed in the menu has gone with it: the keyboard goes on from the menu's own button.
    if (others.some((one) => one.act === act))
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
        <Menu align="end" summaryClass="post-action" summary={<Icon name="ellipsis" small />} label={t('more')}>
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
      {act && <StateDialog act={act} post={post} inList={inList} onClose={close} />}
    </span>
  )
}

const MenuEntry = ({ divided, children }: { divided: boolean; children: ReactNode }) => (
  <>
    {divided && <MenuDivider />}
    {children}
  </>
)

function StateDialog({
  act,
  post,
  inList,
  onClose,
}: {
  act: StateAct
  post: StatefulPost
  inList: boolean
  onClose: () => void
}) {
  const t = useText('states') // words: states.*_title_* states.*_send states.*_done
  const ui = useText('ui')
  const fetcher = useFetcher<Outcome>()
  const [reasons, setReasons] = useState<Reason[]>([])
  const form = useRef<HTMLFormElement>(null)
  const kind = kindOf(post)
  const { data } = fetcher

  useEffect(() => {
    if (act !== 'close') return
    call(reasonsCall, { query: { object_type: kind, action: 'close' } }).then(setReasons, () => {
      showToast(ui('unreachable'), 'danger')
      onClose()
    })
    // Asked once, as it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  // The first thing to decide on, rather than the cross in the corner.
  useEffect(
    () => form.current?.querySelector<HTMLElement>('input:not([type=hidden]), .state-cancel')?.focus(),
    [reasons],
  )
  useEffect(() => {
    if (!data?.ok || fetcher.state !== 'idle') return
    showToast(t(`${act}_done`))
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, fetcher.state])

  return (
    <Dialog open onClose={onClose} title={t(`${act}_title_${kind}`)}>
      <fetcher.Form method="post" action={paths.state(act, post)} ref={form} noValidate>
        <FormToken />
        <input type="hidden" name="dialog" value={inList ? IN_LIST : ON_PAGE} />
        {(act !== 'close' || reasons.length > 0) && (
          <StateFields act={act} post={post} reasons={reasons} refusal={data && !data.ok ? data : undefined} />
        )}
        <div className="dialog-buttons">
          <Button className="state-cancel" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <SubmitButton look={lookOf(act)} busy={fetcher.state !== 'idle'}>
            {t(`${act}_send`)}
          </SubmitButton>
        </div>
      </fetcher.Form>
    </Dialog>
  )
}
