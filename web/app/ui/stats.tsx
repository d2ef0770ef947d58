import type { ReactNode } from 'react'
import './stats.css'

/** Numbers side by side, each with its word. */
export const Stats = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>

export const Stat = ({ name, note, children }: { name: ReactNode; note?: ReactNode; children: ReactNode }) => (
  <div className="stat">
    <dt>{name}</dt>
    <dd>
      {children}
      {note && <small>{note}</small>}
    </dd>
  </div>
)
