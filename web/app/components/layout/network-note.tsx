import { useLocation, useNavigate, useNavigation } from 'react-router'
import { stopWaiting, useNetwork } from '../../network.ts'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import './network-note.css'

/** Says that there is no connection, as long as that is so. */
export function NetworkNote() {
  const t = useText('ui')
  const network = useNetwork()
  const navigate = useNavigate()
  const { state, formMethod } = useNavigation()
  const { pathname, search, hash } = useLocation()
  const stay = () => {
    stopWaiting()
    // To a place on this page: the one way to go nowhere without loading anything. What was sent comes back by itself.
    if (state !== 'idle' && formMethod === undefined)
      void navigate(pathname + search + (hash || '#main'), { replace: true, preventScrollReset: true })
  }
  return (
    <div className="network-note" role="status">
      {network === 'offline' && t('network_offline')}
      {(network === 'waiting' || network === 'sending') && (
        <>
          {t(network === 'sending' ? 'network_sending' : 'network_waiting')}
          <Button size="small" onClick={stay}>
            {t('chunk_stay')}
          </Button>
        </>
      )}
    </div>
  )
}
