import { ownPath } from '@askwell/contract/own-path.ts'
import { saveInterface } from '@askwell/contract/users.ts'
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { onServer, postedForm } from '../session.ts'

const YEAR = 365 * 86400
const CHOICES = {
  language: { cookie: 'askwell_language', pattern: /^[a-z]{2,3}(_[A-Za-z]{2,4})?$/ },
  scheme: { cookie: 'askwell_scheme', pattern: /^(system|light|dark)$/ },
  images: { cookie: 'askwell_images', pattern: /^(ask|always)$/ },
  home: { cookie: 'askwell_home', pattern: /^(active|recommend)$/ },
  dismissed: { cookie: 'askwell_dismissed', pattern: /^[0-9a-f]{12}$/ },
  view: { cookie: 'askwell_view', pattern: /^(compact|card)$/ },
} as const

/** Anybody's choice of language, light, list, what it begins with, or outside images, kept in a cookie; then back. */
const keep = (chosen: { get(name: string): unknown }) => {
  const headers = new Headers()
  for (const [name, { cookie, pattern }] of Object.entries(CHOICES)) {
    const value = String(chosen.get(name) ?? '')
    if (pattern.test(value)) headers.append('set-cookie', `${cookie}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`)
  }
  return redirect(ownPath(String(chosen.get('back') ?? '')), { headers })
}
export const loader = ({ request }: LoaderFunctionArgs) => keep(new URL(request.url).searchParams)

/** A member's language is a setting of theirs, which any cookie gives way to: choosing changes it. */
const choose = onServer(async (visit) => {
  const { call, user } = visit
  const chosen = await postedForm(visit)
  const language = String(chosen.get('language') ?? '')
  if (user && CHOICES.language.pattern.test(language)) await call(saveInterface, { body: { language } })
  return keep(chosen)
})
export const action = (args: ActionFunctionArgs) => choose(args)
