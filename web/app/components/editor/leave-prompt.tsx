import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Asks before a page with unsent text is left. */
export function LeavePrompt({ unsaved }: { unsaved: boolean }) {
  const t = useText('leave')
  // Sending the form isn't leaving: it goes to the page's own address.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])

  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={stay}
      title={t('title')}
      foot={
        <>
          <Button look="primary" onClick={stay}>
            {t('stay')}
          </Button>
          <Button look="quiet" onClick={() => blocker.proceed?.()}>
            {t('leave')}
          </Button>
        </>
      }
    >
      <p>{t('question')}</p>
    </Dialog>
  )
}
