/** Text as HTML and XML write it, in elements and in attributes with double quotes. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The reverse of `escapeHtml`; other references stay as they are. */
export const unescapeHtml = (html: string) =>
  html.includes('&')
    ? html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    : html
