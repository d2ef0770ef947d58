import './styles/index.css'
import { pageSession } from '@askwell/web/context.ts'
import { useEffect, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root.ts'
import { setPermalink } from './paths.ts'
import { isRootStale, type RootData, rootIsRead, schemeShown } from './root-data.ts'
import { useNonce } from './nonce.ts'
import { browser, keepTokenOf } from './session.ts'
import { ErrorPage } from './components/layout/error-page.tsx'
import { OutsideImagesGate } from './components/layout/outside-images.tsx'
import { SiteFrame } from './components/layout/site-frame.tsx'
import { LanguageProvider } from './i18n/text.tsx'
import { loadedMessages } from './i18n/messages.ts'

/** Site and member, read once; plain navigation doesn't ask again, a submitted form does. */
export const loader = ({ context }: LoaderFunctionArgs): RootData => {
  const { site, user, toReview, language, languages, scheme, schemeIsOwn, listView, home, ...session } =
    context.get(pageSession)
  const { outsideImages, formToken, messagesPlace: wordsPlace } = session
  return {
    site,
    user,
    to_review: toReview,
    language,
    languages,
    scheme,
    scheme_is_own: schemeIsOwn,
    list_view: listView,
    home,
    outside_images: outsideImages,
    form_token: formToken,
    words_place: wordsPlace,
  }
}

export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: {
  formMethod?: string
  defaultShouldRevalidate: boolean
}) => isRootStale() || (defaultShouldRevalidate && formMethod !== undefined && formMethod !== 'GET')

let remembered: RootData | undefined
const remember = (root: RootData | undefined) => {
  if (!root) return
  setPermalink(root.site?.site_seo.permalink ?? 2)
  // The browser may know better by now than what the page was rendered with.
  if (typeof window === 'undefined' || root === remembered) return
  remembered = root
  rootIsRead()
  Object.assign(browser, { user: root.user, site: root.site, language: root.language, home: root.home })
}

/** Words are in a context on the server; in the browser those of the page were fetched before hydration began. */
const InLanguage = ({ language, children }: { language: string; children: ReactNode }) =>
  typeof window === 'undefined' ? (
    children
  ) : (
    <LanguageProvider language={language} words={loadedMessages()}>
      {children}
    </LanguageProvider>
  )

export const Layout = ({ children }: { children: ReactNode }) => {
  const root = useRouteLoaderData('root') as RootData | undefined
  const nonce = useNonce()
  remember(root)
  const language = root?.language ?? browser.language
  const primary = root?.site?.theme.theme_config[root.site.theme.theme]?.primary_color
  const scheme = root && schemeShown(root)
  return (
    <html
      lang={language.replace('_', '-')}
      data-words={root?.words_place}
      {...(scheme === 'light' || scheme === 'dark' ? { 'data-scheme': scheme } : {})}
      style={primary ? { ['--primary' as string]: primary } : undefined}
    >
      <head>
        {/* Stylesheets may come in any order; what wins is said here once. */}
        <style>{'@layer tokens, base, layout, components, utilities, site;'}</style>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href={root?.site?.branding.favicon || '/favicon.ico'} />
        <Links />
        {root?.site?.custom_css_html.custom_css && <link rel="stylesheet" href="/custom.css" />}
      </head>
      <body>
        <InLanguage language={language}>{children}</InLanguage>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { user, form_token } = loaderData
  const userId = user?.id
  useEffect(() => void keepTokenOf(userId, form_token), [userId, form_token])
  return (
    <OutsideImagesGate>
      <SiteFrame>
        <Outlet />
      </SiteFrame>
    </OutsideImagesGate>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => {
  const root = useRouteLoaderData('root') as RootData | undefined
  const status = isRouteErrorResponse(error) ? error.status : 500
  const page = <ErrorPage status={status} />
  return root ? <SiteFrame>{page}</SiteFrame> : page
}
