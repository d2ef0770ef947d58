/** Links and pictures of a text as they are right outside of the site's pages too. The HTML is the sanitizer's, so each has its quotes. */
export const withWholeAddresses = (html: string, siteUrl: string) =>
  html
    .replace(/ (href|src)="\/(?!\/)/g, ` $1="${siteUrl.replace(/\/$/, '')}/`)
    .replace(/ srcset="[^"]*"| sizes="[^"]*"/g, '')
