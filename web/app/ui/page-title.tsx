import type { ReactNode } from 'react'

/** The h1 of a page with what belongs beside it: a remark, and one button at the end. */
export const PageTitle = ({ children, note, end }: { children: ReactNode; note?: ReactNode; end?: ReactNode }) => (
  <div className="page-head">
    <h1>{children}</h1>
    {note && <span className="page-head-note numbers">{note}</span>}
    {end && <div className="page-head-end">{end}</div>}
  </div>
)
