import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** What an e-mail says, apart from its looks. All of it is text: nothing in it is read as HTML. */
export interface EmailContent {
  language: string
  site: { name: string; address: string }
  /** What a mail program shows beside the subject. */
  preview?: string
  greeting: string
  lines: string[]
  /** What somebody wrote: under which title, and the beginning of it. */
  quote?: { title?: string; text?: string; note?: string }
  /** Lists of links. */
  sections?: { title: string; items: { label: string; address: string; note?: string }[] }[]
  button?: { label: string; address: string }
  after: string[]
  leave?: { label: string; address: string; why: string }
}

const FONT = '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif'
/** The light colours of the site: mail programs that darken e-mails themselves then find nothing that becomes unreadable. */
const DAY = {
  page: '#f4f4f2',
  sheet: '#ffffff',
  text: '#22252a',
  quiet: '#5b6169',
  line: '#dcdde0',
  accent: '#1f4fd1',
  onAccent: '#ffffff',
}
const NIGHT = {
  page: '#16181b',
  sheet: '#1f2226',
  text: '#e9eaec',
  quiet: '#a9afb8',
  line: '#3a3f46',
  accent: '#a9c1ff',
  onAccent: '#10131a',
}

/** For mail programs that support dark schemes. Inline styles are stronger, hence `!important`; the body's colour is set by a cell in it. */
const STYLE = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.l-page, .l-page > table > tbody > tr > td { background-color: ${NIGHT.page} !important; } .l-sheet { background-color: ${NIGHT.sheet} !important; border-color: ${NIGHT.line} !important; }
.l-text { color: ${NIGHT.text} !important; } .l-quiet { color: ${NIGHT.quiet} !important; } .l-link { color: ${NIGHT.accent} !important; }
.l-line { border-color: ${NIGHT.line} !important; } .l-button { background-color: ${NIGHT.accent} !important; color: ${NIGHT.onAccent} !important; }
}
@media (max-width: 480px) { .l-sheet { padding: 24px 20px !important; } .l-outer { padding: 12px 8px !important; } }`

const text = {
  fontFamily: FONT,
  fontSize: '16px',
  lineHeight: '25px',
  color: DAY.text,
  margin: '0 0 16px',
  overflowWrap: 'anywhere',
} as const
const small = { ...text, fontSize: '14px', lineHeight: '21px', color: DAY.quiet, margin: '0 0 10px' }

const quotation = ({ title, text: said, note }: NonNullable<EmailContent['quote']>) =>
  h(
    Section,
    {
      className: 'l-line',
      style: { borderLeft: `3px solid ${DAY.line}`, padding: '2px 0 2px 16px', margin: '0 0 20px' },
    },
    title && h(Text, { className: 'l-text', style: { ...text, fontWeight: 600, margin: '0 0 6px' } }, title),
    said && h(Text, { className: 'l-text', style: { ...text, margin: '0 0 6px' } }, said),
    note && h(Text, { className: 'l-quiet', style: { ...small, margin: '0' } }, note),
  )

const section = ({ title, items }: NonNullable<EmailContent['sections']>[number]) =>
  h(
    Section,
    { key: title, style: { margin: '0 0 14px' } },
    h(Text, { className: 'l-quiet', style: { ...small, fontWeight: 600, margin: '0 0 6px' } }, title),
    ...items.map(({ label, address, note }) =>
      h(
        Text,
        { key: address, className: 'l-text', style: { ...text, margin: '0 0 10px' } },
        h(Link, { className: 'l-link', href: address, style: { color: DAY.accent } }, label),
        note && h('br'),
        note && h('span', { className: 'l-quiet', style: { fontSize: '14px', color: DAY.quiet } }, note),
      ),
    ),
  )

const asHtml = ({ language, site, preview, greeting, lines, quote, sections, button, after, leave }: EmailContent) =>
  h(
    Html,
    { lang: language.replace('_', '-'), dir: 'ltr' },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, site.name),
      h('style', null, STYLE),
    ),
    preview && h(Preview, null, preview),
    h(
      Body,
      { className: 'l-page', style: { backgroundColor: DAY.page, margin: '0', padding: '0' } },
      h(
        Container,
        { className: 'l-outer', style: { maxWidth: '600px', padding: '28px 16px' } },
        h(
          Heading,
          { as: 'h1', style: { fontFamily: FONT, fontSize: '18px', lineHeight: '24px', margin: '0 0 14px' } },
          h(
            Link,
            { className: 'l-text', href: site.address, style: { color: DAY.text, textDecoration: 'none' } },
            site.name,
          ),
        ),
        h(
          Section,
          {
            className: 'l-sheet',
            style: {
              backgroundColor: DAY.sheet,
              border: `1px solid ${DAY.line}`,
              borderRadius: '10px',
              padding: '30px 32px 18px',
            },
          },
          ...[greeting, ...lines].map((line, at) => h(Text, { key: at, className: 'l-text', style: text }, line)),
          quote && quotation(quote),
          ...(sections ?? []).map(section),
          button &&
            h(
              Section,
              { style: { margin: '6px 0 22px' } },
              h(
                Button,
                {
                  className: 'l-button',
                  href: button.address,
                  style: {
                    fontFamily: FONT,
                    fontSize: '16px',
                    fontWeight: 600,
                    backgroundColor: DAY.accent,
                    color: DAY.onAccent,
                    borderRadius: '8px',
                    padding: '13px 22px',
                  },
                },
                button.label,
              ),
            ),
          ...after.map((line, at) => h(Text, { key: `after ${at}`, className: 'l-quiet', style: small }, line)),
          button &&
            h(
              Text,
              { className: 'l-quiet', style: { ...small, wordBreak: 'break-all' } },
              h(Link, { className: 'l-link', href: button.address, style: { color: DAY.accent } }, button.address),
            ),
        ),
        leave &&
          h(
            Section,
            { style: { padding: '14px 4px 0' } },
            h(Hr, { className: 'l-line', style: { borderColor: DAY.line, margin: '0 0 12px' } }),
            h(
              Text,
              { className: 'l-quiet', style: { ...small, fontSize: '13px', lineHeight: '19px' } },
              leave.why,
              ' ',
              h(
                Link,
                { className: 'l-link', href: leave.address, style: { color: DAY.accent, textDecoration: 'underline' } },
                leave.label,
              ),
            ),
          ),
      ),
    ),
  )

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

const asText = ({ site, greeting, lines, quote, sections = [], button, after, leave }: EmailContent) =>
  [
    greeting,
    ...lines,
    ...[quote?.title, quote?.text, quote?.note].flatMap((line) => (line ? [indented(line)] : [])),
    ...sections.flatMap(({ title, items }) => [
      title.toUpperCase(),
      ...items.map(({ label, address, note }) => [label, note, address].filter(Boolean).join('\n')),
    ]),
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    ...after,
    `-- \n${site.name}\n${site.address}`,
    ...(leave ? [`${leave.why}\n${leave.label}: ${leave.address}`] : []),
  ].join('\n\n') + '\n'

/** As plain text and as HTML; without pictures, so that nobody learns when it is opened. One with an unsubscribe link also names it in its headers (RFC 8058). */
export const composeEmail = (letter: EmailContent) => ({
  text: asText(letter),
  html: `<!doctype html>${renderToStaticMarkup(asHtml(letter))}`,
  ...(letter.leave && {
    headers: { 'List-Unsubscribe': `<${letter.leave.address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }),
})
