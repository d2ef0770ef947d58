import type { ReactNode } from 'react'
import './table.css'

interface Column {
  name: ReactNode
  number?: boolean
}

/** A table that becomes a list of short blocks on a phone. Cells carry `data-label` for what the heading says. */
export const Table = ({ caption, columns, children }: { caption: string; columns: Column[]; children: ReactNode }) => (
  <div className="table-wrap">
    <table className="table table-stack">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, number }, place) => (
            <th key={place} scope="col" className={number ? 'number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
