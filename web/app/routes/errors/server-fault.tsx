import { data } from 'react-router'
import { ErrorPage } from '../../components/layout/error-page.tsx'

/** Not thrown: nothing has gone wrong that somebody would have to look into. */
export const loader = () => data(null, { status: 500 })

export default function ServerFault() {
  return <ErrorPage status={500} />
}
