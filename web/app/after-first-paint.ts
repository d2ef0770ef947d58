// A page is read before it is pressed. Its scripts are ten times its styles, so on a slow line they would keep it from being seen: they are fetched once it is, all at the same time.

/** At most this long; a page in a tab that nobody looks at isn't painted at all. */
const PATIENCE_MS = 3000

const PRELOAD = '<link rel="modulepreload" '
const START = /(<script[^>]*\btype="module"[^>]*>)(import "[^"]+";\n[\s\S]*?)<\/script>/

const begin = `await new Promise((seen) => { requestAnimationFrame(() => setTimeout(seen)); setTimeout(seen, ${PATIENCE_MS}) });
for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';
`

/** What the router writes to start a page imports one thing after another as it is parsed; here the same imports wait, and then come together. */
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
