import { htmlToMarkdown as markdownOf } from '@askwell/contract/html-to-markdown.ts'
import type { HtmlReader } from '@askwell/contract/html-tree.ts'
import { Parser } from 'htmlparser2'
import { isLinkAddress } from '@askwell/contract/link-address.ts'
import { isEmojiName } from './markdown/emoji.ts'

const read = (html: string, reader: HtmlReader) => new Parser(reader).end(html)

/** Markdown that shows what the HTML showed, for imported texts. */
export const htmlToMarkdown = (html: string) => markdownOf(html, read, { isEmojiName, isLinkAddress })
