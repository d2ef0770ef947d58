export interface Found {
  /** Said where nobody knows a title. */
  name: string
  frame: string
  /** Where the service tells what it is. */
  oembed?: string
  width: number
  height: number
}

const WIDE = { width: 16, height: 9 }

/** Seconds of `90`, `90s` or `1m30s`; 0 for anything else. */
const seconds = (time: string) => {
  const [, hours = 0, minutes = 0, rest = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
}

const youtube = (url: URL): Found | undefined => {
  const [, first = '', second = ''] = url.pathname.split('/')
  const id =
    url.hostname === 'youtu.be'
      ? first
      : first === 'watch'
        ? (url.searchParams.get('v') ?? '')
        : ['shorts', 'live', 'embed'].includes(first)
          ? second
          : ''
  if (!/^[\w-]{11}$/.test(id)) return undefined
  const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  const watched = `https://www.youtube.com/watch?v=${id}`
  return {
    name: 'YouTube',
    frame: `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`,
    oembed: `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(watched)}`,
    ...(first === 'shorts' ? { width: 9, height: 16 } : WIDE),
  }
}

const vimeo = ({ pathname, href }: URL): Found | undefined => {
  // The second part is the key of a video that isn't listed.
  const [, id, key] = /^\/(\d{5,12})(?:\/([0-9a-f]{6,20}))?\/?$/.exec(pathname) ?? []
  if (!id) return undefined
  return {
    name: 'Vimeo',
    frame: `https://player.vimeo.com/video/${id}?dnt=1${key ? `&h=${key}` : ''}`,
    oembed: `https://vimeo.com/api/oembed.json?url=${encodeURIComponent(href)}`,
    ...WIDE,
  }
}

const loom = ({ pathname }: URL): Found | undefined => {
  const id = /^\/share\/([0-9a-f]{32})\/?$/.exec(pathname)?.[1]
  return id ? { name: 'Loom', frame: `https://www.loom.com/embed/${id}`, ...WIDE } : undefined
}

const codepen = ({ pathname }: URL): Found | undefined => {
  const [, user, id] = /^\/([\w-]{1,60})\/pen\/(\w{5,40})\/?$/.exec(pathname) ?? []
  return id ? { name: 'CodePen', frame: `https://codepen.io/${user}/embed/${id}`, width: 4, height: 3 } : undefined
}

const SERVICES: Record<string, (url: URL) => Found | undefined> = {
  'www.youtube.com': youtube,
  'youtube.com': youtube,
  'm.youtube.com': youtube,
  'youtu.be': youtube,
  'vimeo.com': vimeo,
  'www.loom.com': loom,
  'codepen.io': codepen,
}

export const find = (address: string): Found | undefined => {
  const url = URL.parse(address)
  return url ? SERVICES[url.hostname]?.(url) : undefined
}
