import robotsParser from 'robots-parser'

/** Search engines most people come from. */
const CRAWLERS = ['Googlebot', 'Bingbot', 'DuckDuckBot']

/** Whether these rules shut search engines out of the whole site, or only of its questions. */
export const shutsOut = (robots: string, siteUrl: string): 'site' | 'questions' | undefined => {
  const rules = robotsParser(`${siteUrl}/robots.txt`, robots)
  const shut = (path: string) => CRAWLERS.some((crawler) => rules.isDisallowed(siteUrl + path, crawler))
  return shut('/') ? 'site' : shut('/questions/10010000000000042/a-question') ? 'questions' : undefined
}
