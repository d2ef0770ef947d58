// A page is read before anything on it is pressed. Its scripts are ten times as large as its styles, so on a slow connection they would delay the first paint: they are fetched after it, all at the same time.

/** At most this long; a page in a tab that nobody looks at isn't painted at all. */
const PATIENCE_MS = 3000

const PRELOAD = '<link rel="modulepreload" '
// Ours has a nonce; a script in the site's own HTML has none.
const START = /(<script(?=[^>]* nonce=)[^>]*\btype="module"[^>]*>)(import "[^"]+";\n[\s\S]*?)<\/script>/

const begin = `await new Promise((seen) => { requestAnimationFrame(() => setTimeout(seen)); setTimeout(seen, ${PATIENCE_MS}) });
for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';
`

/** The router's start script imports one module after another as it is parsed; here the same imports wait, and then are fetched together. */
const waiting = (code: string) => {
  const names: string[] = []
  const places: string[] = []
  const rest = code.replace(
    /import (?:\* as (\w+) from )?("[^"]+");/g,
    (_, name: string | undefined, place: string) => {
      names.push(name ?? '')
      places.push(`import(${place})`)
      return ''
    },
  )
  return `${begin}const [${names.join()}] = await Promise.all([${places.join()}]);${rest.trim()}`
}

export const afterFirstPaint = (html: string) => {
  const start = START.exec(html)
  if (!start) return html
  const [whole, tag, code] = start as unknown as [string, string, string]
  return html.replaceAll(PRELOAD, '<link rel="later" ').replace(whole, () => `${tag}${waiting(code)}</script>`)
}
