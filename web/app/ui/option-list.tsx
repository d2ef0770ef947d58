import type { ReactNode, Ref } from 'react'
import './menu.css'

interface Props<Option> {
  id: string
  label: string
  className: string
  options: Option[]
  keyOf: (option: Option) => string
  /** The one that the arrow keys are on. */
  active: number
  choose: (option: Option) => void
  children: (option: Option) => ReactNode
  ref?: Ref<HTMLUListElement>
}

/** What to choose from under a text field, which keeps the focus and names the active one by `optionId`. */
export function OptionList<Option>({
  id,
  label,
  className,
  options,
  keyOf,
  active,
  choose,
  children,
  ref,
}: Props<Option>) {
  return (
    <ul className={`menu-panel ${className}`} id={id} role="listbox" aria-label={label} ref={ref}>
      {options.map((option, place) => (
        <li
          key={keyOf(option)}
          className="menu-item"
          role="option"
          id={optionId(id, place)}
          aria-selected={place === active}
          data-state={place === active ? 'hover' : undefined}
          onPointerDown={(event) => {
            event.preventDefault()
            choose(option)
          }}
        >
          {children(option)}
        </li>
      ))}
    </ul>
  )
}

export const optionId = (listId: string, place: number) => `${listId}-${place}`

/** Where an arrow key leads in a list of so many; undefined for other keys. -1 is no option. */
export const steppedBy = (key: string, active: number, count: number) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  return step && (active + step + count + (active < 0 && step < 0 ? 1 : 0)) % count
}
