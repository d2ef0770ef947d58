import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { onFailure } from '../../chunks.ts'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const pathOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  pathname + search + hash

/** Says that a script couldn't be loaded, and offers to load the whole page. Nobody loses a text they are writing. */
export function ChunkFailure() {
  const t = useText('ui')
  const navigate = useNavigate()
  const here = useLocation()
  const { location: wanted, formMethod } = useNavigation()
  const [open, setOpen] = useState(false)
  const going = useRef(here)
  useEffect(() => {
    going.current = wanted && formMethod !== 'POST' ? wanted : here
  }, [wanted, formMethod, here])
  const pressed = useRef<string>(undefined)
  useEffect(
    () =>
      onFailure((address) => {
        pressed.current = address
        setOpen(true)
      }),
    [],
  )
  const stay = () => {
    setOpen(false)
    // Stops waiting for a page that won't load.
    if (!pressed.current) void navigate(pathOf(here), { replace: true, preventScrollReset: true })
  }
  const load = () => {
    const address = pressed.current ?? pathOf(going.current)
    if (address === pathOf(here)) location.reload()
    else location.assign(address)
  }
  return (
    <Dialog
      open={open}
      onClose={stay}
      title={t('chunk_title')}
      foot={
        <>
          <Button onClick={stay}>{t('chunk_stay')}</Button>
          <Button look="primary" onClick={load}>
            {t('chunk_load')}
          </Button>
        </>
      }
    >
      <p>{t('chunk_note')}</p>
    </Dialog>
  )
}
