import type { AddPublicAddress } from './public-address.ts'
import { escapeHtml } from '../../lib/html-entities.ts'

/** The format's own limits. */
const [NAME, DESCRIPTION] = [16, 1024]

/** By which a browser offers the site's search among its own. */
export const addOpenSearch = (add: AddPublicAddress) =>
  add('/opensearch.xml', ({ settings, address }) => {
    const { name, short_description } = settings.general
    const short = [...name].slice(0, NAME).join('')
    return Promise.resolve({
      type: 'application/opensearchdescription+xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeHtml(short)}</ShortName>
<Description>${escapeHtml((short_description || name).slice(0, DESCRIPTION))}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/png">${escapeHtml(address('/icons/16.png'))}</Image>
<Url type="text/html" method="get" template="${escapeHtml(address('/search'))}?q={searchTerms}"/>
<Url type="application/atom+xml" method="get" template="${escapeHtml(address('/feeds/search.atom'))}?q={searchTerms}"/>
</OpenSearchDescription>
`,
    })
  })
