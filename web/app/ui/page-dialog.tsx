import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from './dialog.tsx'
import { useHydrated } from './hydrated.ts'

interface Props {
  title: string
  /** Where closing it leads. */
  back: string
  /** For what stands side by side. */
  wide?: boolean
  children: ReactNode
}

/** What an address opens above its page: a dialog, or without scripts a part of the page. */
export function PageDialog({ title, back, wide, children }: Props) {
  const navigate = useNavigate()
  const close = () => void navigate(back, { replace: true, preventScrollReset: true })
  return (
    <Dialog open inPage={!useHydrated()} onClose={close} title={title} wide={wide}>
      {children}
    </Dialog>
  )
}
