import { ErrorPage } from '../../shared/error-page.tsx'

export default function ServerFault() {
  return <ErrorPage status={500} />
}
