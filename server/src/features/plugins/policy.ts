import { pictureCaptcha } from '../../lib/picture-captcha.ts'

/** Where a plugin takes its place once it is switched on. */
export interface Ports { captchas: { use(captcha: typeof pictureCaptcha | undefined): void } }

export interface Plugin {
  slug_name: string
  turn(ports: Ports, on: boolean): void
}

/** What comes with every site, all off at first. words: plugins.*_name plugins.*_description */
export const BUILT_IN: Plugin[] = [
  { slug_name: 'picture_captcha', turn: ({ captchas }, on) => captchas.use(on ? pictureCaptcha : undefined) },
]
