import { indexNowKey, KEY_PATH } from '../../features/outbound/index-now/key.ts'
import type { AddPublicAddress } from './public-address.ts'

/** By which search engines see that calls with the key come from this site; there while the site tells them. */
export const addIndexNow = (add: AddPublicAddress, secret: () => string) =>
  add(KEY_PATH, ({ settings }) =>
    Promise.resolve(
      settings.seo.index_now ? { type: 'text/plain; charset=utf-8', body: indexNowKey(secret()) } : undefined,
    ),
  )
