import type { Message } from './message.ts'

/** Where something is sent, and what. */
export interface Sent {
  address: string
  body: unknown
}

interface Service {
  /** Webhooks of members are at the site's own server, and only below here. */
  hooks: RegExp
  body(message: Message): unknown
}

const lines = (...parts: string[]) => parts.filter(Boolean).join('\n')
const hashed = (tags: string[]) => tags.join(' · ')

/** Slack: `&`, `<` and `>` would begin mentions and links. */
const forSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Whatever could be Markdown stands for itself. */
const forMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()>#+\-.!|~]/g, '\\$&')
/** Mentions, times and pictures of Discord begin with `<` or `:`. */
const forDiscord = (text: string) => forMarkdown(text).replace(/[<:]/g, '\\$&')
/** An `@` that calls nobody: a webhook of Mattermost may call everybody in a room. */
const calmed = (text: string) => text.replaceAll('@', '@\u200b')

const forHtml = (text: string) => forSlack(text).replaceAll('"', '&quot;')

// Addresses are the site's own; what could end one in Markdown is escaped all the same.
const inMarkdown = (url: string) => url.replaceAll('(', '%28').replaceAll(')', '%29')

/** Rich text, in which nothing has to be escaped; `text` is what notifications of Slack show. */
const slack = ({ heading, title, url, excerpt, tags }: Message) => {
  const text = (said: string, style?: object) => ({ type: 'text', text: said, ...(style && { style }) })
  const rows = [
    text(`${heading}\n`),
    { type: 'link', url, text: title, style: { bold: true } },
    ...(excerpt ? [text(`\n${excerpt}`)] : []),
    ...(tags.length ? [text(`\n${hashed(tags)}`, { italic: true })] : []),
  ]
  return {
    text: forSlack(`${heading}: ${title}`),
    blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: rows }] }],
    unfurl_links: false,
  }
}

const discord = ({ heading, title, url, excerpt, tags }: Message) => ({
  embeds: [
    {
      author: { name: heading },
      title: forDiscord(title).slice(0, 256).replace(/\\+$/, ''),
      url,
      ...(excerpt && { description: forDiscord(excerpt) }),
      ...(tags.length && { footer: { text: hashed(tags) } }),
    },
  ],
  allowed_mentions: { parse: [] },
})

const mattermost = ({ heading, title, url, excerpt, tags }: Message) => ({
  text: lines(
    calmed(forMarkdown(heading)),
    `**[${calmed(forMarkdown(title))}](${inMarkdown(url)})**`,
    excerpt && calmed(forMarkdown(excerpt)),
    tags.length ? `_${calmed(forMarkdown(hashed(tags)))}_` : '',
  ),
})

/** An Adaptive Card; in a RichTextBlock nothing is Markdown. */
const teams = ({ heading, title, url, excerpt, tags, open }: Message) => {
  const block = (text: string, style = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(heading, { isSubtle: true }),
            block(title, { weight: 'Bolder', size: 'Medium' }),
            ...(excerpt ? [block(excerpt)] : []),
            ...(tags.length ? [block(hashed(tags), { isSubtle: true, size: 'Small' })] : []),
          ],
          actions: [{ type: 'Action.OpenUrl', title: open, url }],
        },
      },
    ],
  }
}

const SERVICES: Record<string, Service> = {
  slack: { hooks: /^\/services\/[\w/-]+$/, body: slack },
  discord: { hooks: /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/, body: discord },
  mattermost: { hooks: /^(\/[\w-]+)?\/hooks\/\w+$/, body: mattermost },
  teams: { hooks: /^\/(powerautomate\/automations\/direct\/)?workflows\/\w+\/triggers\/[\w/-]+$/, body: teams },
}

/** For a room of Telegram. */
export const byTelegram = ({ heading, title, url, excerpt, tags }: Message, token: string, chat_id: string): Sent => ({
  address: `https://api.telegram.org/bot${token}/sendMessage`,
  body: {
    chat_id,
    text: lines(
      forHtml(heading),
      `<b><a href="${forHtml(url)}">${forHtml(title)}</a></b>`,
      forHtml(excerpt),
      tags.length ? `<i>${forHtml(hashed(tags))}</i>` : '',
    ),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  },
})

export const byWebhook = (message: Message, service: string, address: string): Sent => ({
  address,
  body: (SERVICES[service] ?? SERVICES.slack!).body(message),
})

/** Whether a member may name this address: a webhook at the server that the admin has named, and nothing else there. */
export const isHookOf = (service: string, address: string, webhook: string) => {
  const [given, known] = [URL.parse(address), URL.parse(webhook)]
  return given !== null && given.origin === known?.origin && SERVICES[service]?.hooks.test(given.pathname) === true
}
