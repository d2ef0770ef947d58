import { useLayoutEffect, useRef } from 'react'
import { useText } from '../../../i18n/text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { OptionList } from '../../../ui/option-list.tsx'
import { UserAvatar } from '../../user/user-card.tsx'
import type { Surface } from '../editor-surface.ts'
import type { Trigger } from './begun.ts'
import type { Choice } from './sources.ts'
import type { Completion } from './use-completion.ts'
import './completion.css'

interface Props {
  completion: Completion | null
  /** The text field; the list appears below what is being typed. */
  surface: () => Surface
}

/** What to choose from. How much there is, is said to those who don't see it. */
export function CompletionList({ completion, surface }: Props) {
  const t = useText('editor')
  return (
    <>
      <span className="visually-hidden" role="status">
        {completion && t('complete_found', { count: completion.found.length })}
      </span>
      {completion && <Options completion={completion} surface={surface} />}
    </>
  )
}

function Options({
  completion: { listId, trigger, label, from, found, active, choose },
  surface,
}: {
  completion: Completion
  surface: Props['surface']
}) {
  const t = useText('editor')
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const { style, offsetParent } = list.current!
    const [{ left, bottom }, box] = [surface().caret(from), offsetParent!.getBoundingClientRect()]
    style.setProperty('--caret-left', `${left - box.left}px`)
    style.setProperty('--caret-bottom', `${bottom - box.top}px`)
  })
  useLayoutEffect(() => {
    list.current!.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <OptionList
      id={listId}
      label={label ?? t(`complete_${trigger as Trigger}`)}
      className="completion-list"
      options={found}
      keyOf={({ key }) => key}
      active={active}
      choose={choose}
      ref={list}
    >
      {(choice) => <Shown choice={choice} />}
    </OptionList>
  )
}

const Shown = ({ choice: { user, sign, icon, label, note } }: { choice: Choice }) => (
  <>
    {user && <UserAvatar user={user} size="tiny" />}
    {sign && <span className="completion-sign">{sign}</span>}
    {icon && <Icon name={icon} small />}
    <span className="completion-label" dir="auto">
      {label}
    </span>
    {note && <small>{note}</small>}
  </>
)
