import type { PagePart } from '@askwell/contract/plugin-pages.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import partsCss from './plugin-parts.css?url'

type Heading = 'h2' | 'h3' | 'h5'
type Of<Name extends PagePart['part']> = Extract<PagePart, { part: Name }>

const Links = ({ links }: Of<'links'>) => (
  <ul className="plugin-links">
    {links.map(({ title, to, note }, place) => (
      <li key={place}>
        {to.startsWith('/') ? (
          <Link to={to} dir="auto">
            {title}
          </Link>
        ) : (
          <a href={to} rel="noopener nofollow" dir="auto">
            {title}
          </a>
        )}
        {note && <p dir="auto">{note}</p>}
      </li>
    ))}
  </ul>
)

const Figures = ({ figures }: Of<'figures'>) => (
  <dl className="plugin-figures">
    {figures.map(({ label, value, note }, place) => (
      <div key={place}>
        <dt dir="auto">{label}</dt>
        <dd dir="auto">
          {value}
          {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
)

const Table = ({ caption, columns, rows }: Of<'table'>) => (
  <div className="plugin-table" tabIndex={0} role="group" aria-label={caption}>
    <table>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((name, place) => (
            <th key={place} scope="col" dir="auto">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {columns.map((_, place) => (
              <td key={place} dir="auto">
                {row[place]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const icons = { info: 'info', warning: 'clock', danger: 'circleAlert', success: 'check' } as const

const Notice = ({ kind = 'info', title, text }: Of<'notice'>) => (
  <div className={`plugin-notice plugin-notice-${kind}`}>
    <Icon name={icons[kind]} />
    <div dir="auto">
      {title && <p className="plugin-notice-title">{title}</p>}
      <p>{text}</p>
    </div>
  </div>
)

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const Code = ({ language, text }: Of<'code'>) => (
  <Prose
    look="small"
    html={`<pre><code class="language-${language}">${text.replace(/[&<>]/g, (sign) => SIGNS[sign]!)}</code></pre>`}
  />
)

export function Part({ part, headings: Heading }: { part: PagePart; headings: Heading }) {
  switch (part.part) {
    case 'heading':
      return <Heading dir="auto">{part.text}</Heading>
    case 'text':
      return <p dir="auto">{part.text}</p>
    case 'links':
      return <Links {...part} />
    case 'figures':
      return <Figures {...part} />
    case 'table':
      return <Table {...part} />
    case 'notice':
      return <Notice {...part} />
    case 'code':
      return <Code {...part} />
  }
}

/** As widgets are rendered before their scripts are fetched. */
export const PartsStyles = () => <link rel="stylesheet" href={partsCss} precedence="plugins" />

/** What a plugin shows, in the order that it says. It is all text, drawn by the site. */
export const PluginParts = ({ parts, headings }: { parts: PagePart[]; headings: Heading }) => (
  <div className="plugin-parts">
    {parts.map((part, place) => (
      <Part key={place} part={part} headings={headings} />
    ))}
  </div>
)
