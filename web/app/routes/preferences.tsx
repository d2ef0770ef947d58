import { redirect, type LoaderFunctionArgs } from 'react-router'
import { ownPath } from '@askwell/contract/own-path.ts'

const YEAR = 365 * 86400
const CHOICES = {
  language: { cookie: 'askwell_language', pattern: /^[a-z]{2,3}(_[A-Za-z]{2,4})?$/ },
  scheme: { cookie: 'askwell_scheme', pattern: /^(system|light|dark)$/ },
  images: { cookie: 'askwell_images', pattern: /^(ask|always)$/ },
  home: { cookie: 'askwell_home', pattern: /^(active|recommend)$/ },
  view: { cookie: 'askwell_view', pattern: /^(compact|card)$/ },
} as const

/** Anybody's choice of language, light, list, what it begins with, or outside images, kept in a cookie; then back. */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url)
  const headers = new Headers()
  for (const [name, { cookie, pattern }] of Object.entries(CHOICES)) {
    const chosen = searchParams.get(name)
    if (chosen && pattern.test(chosen))
      headers.append('set-cookie', `${cookie}=${chosen}; Path=/; Max-Age=${YEAR}; SameSite=Lax`)
  }
  return redirect(ownPath(searchParams.get('back')), { headers })
}
