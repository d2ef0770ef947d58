import { data } from 'react-router'
import { inBrowser, onServer } from '../../session.ts'

const load = async () => {
  throw data(null, { status: 500 })
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function ServerFault() {
  return null
}
