import './styles/index.css'
import { iconVersion } from '@askwell/contract/icon-version.ts'
import { pageSession, type SiteInfo } from '@askwell/web/context.ts'
import { useEffect, useState, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root.ts'
import { sendDroppedDrafts } from './dropped-drafts.ts'
import { isReached, onceReached } from './network.ts'
import { setPermalink } from './paths.ts'
import { isRootStale, type RootData, rootIsRead, schemeShown } from './root-data.ts'
import { useNonce } from './nonce.ts'
import { browser, storeTokenOf } from './session.ts'
import { ErrorPage } from './components/layout/error-page.tsx'
import { isWithoutCustom } from './components/layout/custom-part.tsx'
import { OutsideImagesGate } from './components/layout/outside-images.tsx'
import { SiteFrame } from './components/layout/site-frame.tsx'
import { LanguageProvider } from './i18n/text.tsx'
import { loadedMessages } from './i18n/messages.ts'
import { themeAttributes } from './theme.ts'
import { useHydrated } from './ui/hydrated.ts'

/** Site and member, read once; plain navigation doesn't ask again, a submitted form does. */
export const loader = ({ context, request }: LoaderFunctionArgs): RootData => {
  const { site, user, toReview, unseen, language, languages, scheme, schemeIsOwn, listView, home, ...session } =
    context.get(pageSession)
  const { outsideImages, formToken, suspension, maintenance, messagesPlace, custom, plugins, announcement } = session
  return {
    site,
    custom: { version: custom.version, parts: custom.parts, safe: custom.safe, frames: custom.frames },
    plugins,
    announcement,
    suspension,
    maintenance,
    maintenance_words: new URL(request.url).pathname === '/maintenance' ? session.maintenanceWords : '',
    user,
    to_review: toReview,
    unseen,
    language,
    languages,
    scheme,
    scheme_is_own: schemeIsOwn,
    list_view: listView,
    home,
    outside_images: outsideImages,
    form_token: formToken,
    messages_place: messagesPlace,
  }
}

/** Without a connection it waits, as other pages do. */
export const clientLoader = ({ serverLoader, request }: Route.ClientLoaderArgs) =>
  onceReached(
    () => serverLoader(),
    // So fails a request that doesn't get through, and so may anything that is wrong in an answer.
    async (error) => error instanceof TypeError && !(await isReached('/healthz')),
    { signal: request.signal },
  )

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
  Object.assign(browser, {
    user: root.user,
    site: root.site,
    plugins: root.plugins,
    language: root.language,
    home: root.home,
    formToken: root.form_token,
  })
}

/** Words are in a context on the server; in the browser those of the page were fetched before hydration began. */
const InLanguage = ({ language, children }: { language: string; children: ReactNode }) =>
  typeof window === 'undefined' ? (
    children
  ) : (
    <LanguageProvider language={language} messages={loadedMessages()}>
      {children}
    </LanguageProvider>
  )

/** Languages that are written from right to left, and the pseudo-language that tests it. */
const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ps|sd|ug|ur|yi)(_|$)/
const directionOf = (language: string) => (RIGHT_TO_LEFT.test(language) ? 'rtl' : undefined)

/** Without a picture of its own the site has that of the product, which `/favicon.ico` is. */
const SiteIcons = ({ site }: { site: SiteInfo | null }) => {
  if (!site) return <link rel="icon" href="/favicon.ico" />
  const version = iconVersion(site.branding)
  return (
    <>
      <link rel="icon" href={site.branding.favicon || `/favicon.ico?v=${version}`} />
      <link rel="apple-touch-icon" href={`/icons/180.png?v=${version}`} />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  )
}

export const Layout = ({ children }: { children: ReactNode }) => {
  const root = useRouteLoaderData('root') as RootData | undefined
  const nonce = useNonce()
  const { pathname } = useLocation()
  remember(root)
  const language = root?.language ?? browser.language
  const look = root?.site ? themeAttributes(root.site.theme) : {}
  const hasOwnStyles = root?.custom.parts.includes('css') && !isWithoutCustom(pathname)
  const scheme = root && schemeShown(root)
  return (
    <html
      lang={language.replace('_', '-')}
      dir={directionOf(language)}
      data-messages={root?.messages_place}
      {...(scheme === 'light' || scheme === 'dark' ? { 'data-scheme': scheme } : {})}
      data-frames={root?.custom.frames.join(' ') || undefined}
      data-draws={root?.plugins.draws.map(({ language, frame }) => `${language} ${frame}`).join(' ') || undefined}
      data-custom-head={root?.custom.parts.includes('head') ? '' : undefined}
      {...look}
    >
      <head>
        {/* Stylesheets may come in any order; what wins is said here, and in those that React puts before it (editor.css). */}
        <style>{'@layer tokens, base, layout, components, utilities, site;'}</style>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <SiteIcons site={root?.site ?? null} />
        <Links />
        {hasOwnStyles && <link rel="stylesheet" href={`/custom.css?v=${root!.custom.version}`} />}
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
  useEffect(() => void storeTokenOf(userId, form_token), [userId, form_token])
  useEffect(() => {
    const tell = () => void sendDroppedDrafts()
    tell()
    window.addEventListener('online', tell)
    return () => window.removeEventListener('online', tell)
  }, [userId])
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
  const why = isRouteErrorResponse(error) ? (error.data as { message?: string } | null)?.message : undefined
  // What a page says at once comes from the server; what fails later fails in the browser.
  const [isHere] = useState(useHydrated())
  const page = <ErrorPage status={status} why={why} isPageFault={isHere && !isRouteErrorResponse(error)} />
  return root ? <SiteFrame>{page}</SiteFrame> : page
}
