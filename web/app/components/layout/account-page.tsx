import type { ReactNode } from 'react'
import { PageFrame } from './page-frame.tsx'
import { PageMeta } from './page-meta.tsx'
import './account-page.css'

/** A page with one thing in the middle: a form, or a message how it went. */
export const AccountPage = ({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) => (
  <PageFrame width="narrow">
    <PageMeta title={title} hidden />
    <div className="login">
      <h1 className="login-title">{title}</h1>
      {lead && <p className="login-lead">{lead}</p>}
      {children}
    </div>
  </PageFrame>
)
