// An old site knew many addresses of one thing: with and without words from its title, with a slash behind, by the language.

/** How each program shortens an address to what its number says; the first that fits counts. */
const PATTERNS: [pattern: RegExp, shorter: string[]][] = [
  // Discourse: /t/title/12/3, /t/12/3, /t/title/12; what has become a comment leads to its topic
  [/^\/t\/(?:[^/]+\/)?(\d{1,12})\/(\d{1,9})(?:\.\w+)?$/, ['/t/$1/$2', '/t/$1']],
  [/^\/t\/(?:[^/]+\/)?(\d{1,12})(?:\.\w+)?$/, ['/t/$1']],
  [/^\/t\/[^/]+\/(\d{1,12})\/\w+$/, ['/t/$1']],
  [/^\/c\/(?:[^/]+\/)*(\d{1,12})(?:\/(?:l\/\w+|none|all))*$/, ['/c/$1']],
  [/^\/(?:u|users)\/([^/]+)(?:\/.*)?$/, ['/u/$1', '/users/$1']],
  [/^\/tags?\/([^/]+)(?:\/l\/\w+)?$/, ['/tag/$1', '/tags/$1']],
  // Question2Answer: /12/title, /index.php/12/title, /user/name/questions
  [/^(?:\/index\.php)?\/(\d{1,12})(?:\/[^/]*)?$/, ['/$1']],
  [/^(?:\/index\.php)?\/(user|tag)\/([^/]+)(?:\/.*)?$/, ['/$1/$2']],
  // AskBot: /question/12/title, also behind a language
  [/^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/questions?\/(\d{1,12})(?:\/.*)?$/, ['/question/$1']],
]

/** The addresses to look for, the exact one first. Names may be in other letters than the old site wrote them, and spaces in them were `+`. */
export const formsOf = (path: string) => {
  const bare = path.replace(/\/+$/, '').replaceAll(' ', '+')
  const [pattern, shorter] = PATTERNS.find(([one]) => one.test(bare)) ?? []
  const forms = [path, bare, ...(shorter ?? []).map((one) => bare.replace(pattern!, one))]
  return [...new Set([...forms, ...forms.map((form) => form.toLowerCase())])].filter((one) => one.length > 1)
}
