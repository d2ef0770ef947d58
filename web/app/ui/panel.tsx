import { useId, type ReactNode } from 'react'
import './panel.css'

interface Props {
  title: ReactNode
  note?: ReactNode
  end?: ReactNode
  id?: string
  children: ReactNode
}

/** A section of a page under its own heading, parted from the next by a line. */
export function Panel({ title, note, end, id, children }: Props) {
  const made = useId()
  const titleId = id ?? made
  return (
    <section className="panel" aria-labelledby={titleId}>
      <div className="panel-head">
        <h2 id={titleId}>{title}</h2>
        {note && <p>{note}</p>}
        {end}
      </div>
      {children}
    </section>
  )
}
