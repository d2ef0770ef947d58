import { pluginPage, sendPluginForm } from '@askwell/contract/plugin-pages.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { PluginForm } from '../../components/plugins/plugin-form.tsx'
import { Part, PartsStyles } from '../../components/plugins/plugin-parts.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import type { Route } from './+types/page.ts'

const placeIn = ({ params, url }: RouteContext) => ({
  slug_name: params.pluginSlug!,
  path: `/${params['*'] ?? ''}`,
  search: url.search.slice(1),
})

const load = async (visit: RouteContext) => ({
  ...(await visit.call(pluginPage, { query: placeIn(visit) })),
  canonical: visit.url.pathname,
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const OF_THE_SITE = /^(intent|form_token|captcha_\w+)$/

const send = async (visit: Submission) => {
  const { call, form } = visit
  const values = Object.fromEntries(
    [...form].filter(([name, value]) => typeof value === 'string' && !OF_THE_SITE.test(name)),
  )
  const outcome = await call(sendPluginForm, {
    body: { ...placeIn(visit), form: text(form, 'intent'), values: values as Record<string, string> },
  })
  if ('go' in outcome) return redirect(outcome.go)
  const wrong = Object.entries(outcome.errors).map(([error_field, error_msg]) => ({ error_field, error_msg }))
  throw new CallFailed(400, 'base.request_format_error', '', wrong)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function PluginPage({ loaderData: { title, lead, parts, canonical } }: Route.ComponentProps) {
  return (
    <PageFrame>
      <PageMeta title={title} canonical={canonical} />
      <PartsStyles />
      <PageTitle>{title}</PageTitle>
      {lead && (
        <p className="page-lead" dir="auto">
          {lead}
        </p>
      )}
      <div className="plugin-parts">
        {parts.map((part, place) =>
          part.part === 'form' ? (
            <PluginForm key={place} {...part} place={place} />
          ) : (
            <Part key={place} part={part} headings="h2" />
          ),
        )}
      </div>
    </PageFrame>
  )
}
