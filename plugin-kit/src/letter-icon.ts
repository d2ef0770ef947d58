/** A picture for a service of which none may be copied: a letter on its colour. */
export const letterIcon = (letter: string, colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="${colour}"/><text x="8" y="11.8" font-family="system-ui,sans-serif" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`
