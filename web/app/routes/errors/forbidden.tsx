import { data } from 'react-router'
import { inBrowser, onServer } from '../../session.ts'

const load = async () => {
  throw data(null, { status: 403 })
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Forbidden() {
  return null
}
