import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { corpus } from '../../test/corpus.ts'
import { renderMarkdown } from './markdown.ts'

const folder = corpus('markdown-and-xss')

/** What we write otherwise on purpose, and what carries no meaning: both sides are brought to one form before they are compared. */
const normalized = (html: string) =>
  html
    .replace(/<h([1-6])(?: id="[^"]*")?>/g, '<h>')
    .replace(/<\/h[1-6]>/g, '</h>')
    .replace(/ (?:tabindex|rel|loading|referrerpolicy|scope|data-language|data-lines)="[^"]*"/g, '')
    .replace(/<div class="table-scroll">|<\/div>/g, '')
    .replace(/ (?:align="|class="align-)(left|right|center)"/g, ' align="$1"')
    .replace(/<span class="hljs-[^"]*">|<\/span>/g, '')
    .replace(/<(\/?)del>/g, '<$1s>')
    .replace(/ \/>/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/>\s+</g, '><')
    .replace(/\s+$/g, '')
    .trim()

interface Example {
  example: number
  markdown: string
  html: string
}

/** Where we differ on purpose, by the reason; `148-181` are all of these examples. */
const SUITES: { path: string; examples: number; on_purpose: Record<string, string> }[] = [
  {
    path: 'commonmark/spec-0.31.2.json',
    examples: 652,
    on_purpose: {
      'raw HTML is text, but for <kbd>, <sub>, <sup>, <br> and <details>':
        '21 31 148-181 183-191 201 308 309 344 475 476 477 491 494 524 536 613 614 615 616 617 623 625 626 627 628 630 631 642 643',
      'names of languages are plain letters, digits and + # . -': '34 144',
      'pictures come from the web or from uploads': '182 517 520 531 572-589 591 629',
      'a link that leads nowhere is none': '200 485 486 487 567',
      'links lead to the web, to this site or to a mailbox': '500 596 598 599 601',
      'addresses of the web are links wherever they stand': '602 608 611',
    },
  },
  {
    path: 'gfm/spec.json',
    examples: 673,
    on_purpose: {
      'names of languages are plain letters, digits and + # . -': '114 330',
      'raw HTML is text, but for <kbd>, <sub>, <sup>, <br> and <details>':
        '118-150 152-160 170 288 289 317 327 354 484 485 486 500 503 532 544 632 633 634 635 636 642 644 647 648 650 651 653 663 664',
      'pictures come from the web or from uploads': '151 525 528 539 580-597 599 649',
      'a link that leads nowhere is none': '169 495 496 575',
      'the box of a task is a character that readers hear': '279 280',
      'links lead to the web, to this site or to a mailbox': '508 604 606 607 609 628',
      'addresses of the web are links wherever they stand': '610 616 619',
      'where a bare address ends at brackets and entities': '625 626',
      'bare e-mail addresses are no links: whoever collects them would be glad': '629 630 631',
    },
  },
]

const numbers = (list: string) =>
  list.split(' ').flatMap((part) => {
    const [from, to = from] = part.split('-').map(Number)
    return Array.from({ length: to! - from! + 1 }, (_, at) => from! + at)
  })

test.skipIf(!folder).each(SUITES)('$path: all but those that differ on purpose', ({ path, examples, on_purpose }) => {
  const all = JSON.parse(readFileSync(`${folder}/${path}`, 'utf8')) as Example[]
  expect(all).toHaveLength(examples)
  const differing = all.filter(({ markdown, html }) => normalized(renderMarkdown(markdown).html) !== normalized(html))
  const expected = Object.values(on_purpose)
    .flatMap(numbers)
    .sort((a, b) => a - b)
  expect(differing.map(({ example }) => example)).toEqual(expected)
})
