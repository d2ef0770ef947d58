import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { iconVersion } from '@askwell/contract/icon-version.ts'
import type { FastifyInstance } from 'fastify'
import { isPublicFile, publicPicture } from '../../features/operations/files/views.ts'
import { plainColor, type SiteSettings } from '../../features/operations/settings/policy.ts'
import { packIco } from '../../lib/ico.ts'
import { iconPicture, type Source } from '../../lib/images.ts'
import type { Runtime } from '../../runtime.ts'

/** What devices ask for; `maskable` has a margin for those that cut shapes out of icons. */
const ICONS: Record<string, { size: number; maskable?: true }> = {
  '16.png': { size: 16 },
  '32.png': { size: 32 },
  '48.png': { size: 48 },
  '180.png': { size: 180 },
  '192.png': { size: 192 },
  '512.png': { size: 512 },
  'maskable-512.png': { size: 512, maskable: true },
}
const IN_ICO = [16, 32, 48]

const FOR_A_DAY = 'public, max-age=86400'
const FOR_EVER = 'public, max-age=31536000, immutable'

const manifest = ({ general, theme }: SiteSettings, version: string) => {
  const primary = plainColor(theme.theme_config[theme.theme]?.primary_color ?? '')
  return {
    name: general.name,
    short_name: general.name,
    ...(general.short_description && { description: general.short_description }),
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: theme.color_scheme === 'dark' ? '#16181b' : '#ffffff',
    ...(primary && { theme_color: primary }),
    icons: Object.entries(ICONS)
      .filter(([, { size }]) => size >= 192)
      .map(([name, { size, maskable }]) => ({
        src: `/icons/${name}?v=${version}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: maskable ? 'maskable' : 'any',
      })),
  }
}

/** Icons of every size, made from the site's square icon when one is first asked for, and the file by which a device adds the site to its programs. */
export const serveIcons = (fastify: FastifyInstance, runtime: Runtime, web: string) => {
  const product = readFileSync(join(web, 'public/favicon.svg'))
  let made = { of: '', pictures: new Map<string, Promise<Buffer>>() }

  /** How to read a file of the site's own; an address elsewhere isn't fetched. */
  const ownFile = async (address: string, siteUrl: string): Promise<(() => Promise<Source>) | undefined> => {
    const url = address && runtime.app ? URL.parse(address, siteUrl) : null
    if (!url || url.host !== URL.parse(siteUrl)?.host || !url.pathname.startsWith('/uploads/branding/'))
      return undefined
    const { app } = runtime
    return (await isPublicFile(app!, url.pathname))
      ? async () => (await publicPicture(app!, url.pathname)) ?? product
      : undefined
  }

  /** Made once as long as the picture is the same; there are few sizes. */
  const picture = (of: string, name: string, make: () => Promise<Buffer>) => {
    if (made.of !== of) made = { of, pictures: new Map() }
    const { pictures } = made
    const before = pictures.get(name)
    if (before) return before
    const now = make()
    pictures.set(name, now)
    now.catch(() => pictures.delete(name))
    return now
  }

  fastify.get('/icons/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    if (!Object.hasOwn(ICONS, file)) return reply.callNotFound()
    const { size, maskable } = ICONS[file]!
    const { branding, general } = await runtime.settings()
    const own = await ownFile(branding.square_icon, general.site_url)
    const bytes = await picture(own ? branding.square_icon : '', file, async () =>
      iconPicture(own ? await own() : product, size, maskable),
    )
    // Another process may not have heard of a new picture yet.
    const named = (request.query as { v?: string }).v === iconVersion(branding)
    return reply
      .type('image/png')
      .header('cache-control', named ? FOR_EVER : FOR_A_DAY)
      .send(bytes)
  })

  fastify.get('/favicon.ico', async (_request, reply) => {
    const { branding, general } = await runtime.settings()
    void reply.header('cache-control', FOR_A_DAY)
    const [favicon, square] = await Promise.all([
      ownFile(branding.favicon, general.site_url),
      ownFile(branding.square_icon, general.site_url),
    ])
    const own = favicon ?? square
    if (!own) return reply.type('image/svg+xml').send(product)
    const address = favicon ? branding.favicon : branding.square_icon
    const bytes = await Promise.all(
      IN_ICO.map(async (size) => ({
        size,
        bytes: await picture(branding.square_icon, `${address} ${size}`, async () => iconPicture(await own(), size)),
      })),
    )
    return reply.type('image/vnd.microsoft.icon').send(packIco(bytes))
  })

  fastify.get('/manifest.webmanifest', async (_request, reply) => {
    const settings = await runtime.settings()
    const version = iconVersion(settings.branding)
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifest(settings, version)))
  })
}
