import type { Element } from 'domhandler'
import { attributeOf, childrenOf, textOf, treeOf } from './xml.ts'

// RFC 4287, rule by rule.

const ATOM = 'http://www.w3.org/2005/Atom'
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const SHARED = ['author', 'category', 'contributor', 'id', 'link', 'rights', 'title', 'updated']
const IN_FEED = [...SHARED, 'generator', 'icon', 'logo', 'subtitle', 'entry']
const IN_ENTRY = [...SHARED, 'content', 'published', 'source', 'summary']
const ONCE = ['id', 'title', 'updated']
const AT_MOST_ONCE = ['generator', 'icon', 'logo', 'rights', 'subtitle', 'content', 'published', 'source', 'summary']

const named = (element: Element, name: string) => childrenOf(element).filter((one) => one.name === name)
const isIri = (text: string) => URL.canParse(text)

const personFaults = (person: Element, place: string) => [
  ...(named(person, 'name').filter((one) => textOf(one)).length === 1 ? [] : [`${place}: ${person.name} has no name`]),
  ...childrenOf(person).flatMap((one) =>
    ['name', 'uri', 'email'].includes(one.name) ? [] : [`${place}: ${person.name} has ${one.name}`],
  ),
  ...named(person, 'uri').flatMap((one) => (isIri(textOf(one)) ? [] : [`${place}: uri ${textOf(one)}`])),
  ...named(person, 'email').flatMap((one) => (/.+@.+/.test(textOf(one)) ? [] : [`${place}: email ${textOf(one)}`])),
]

const faultsIn = (element: Element, allowed: string[], place: string): string[] => {
  const links = named(element, 'link')
  const alternates = links
    .filter((one) => (attributeOf(one, 'rel') ?? 'alternate') === 'alternate')
    .map((one) => `${attributeOf(one, 'type')} ${attributeOf(one, 'hreflang')}`)
  return [
    ...childrenOf(element).flatMap((one) => (allowed.includes(one.name) ? [] : [`${place}: ${one.name} has no place`])),
    ...ONCE.flatMap((name) => (named(element, name).length === 1 ? [] : [`${place}: not one ${name}`])),
    ...AT_MOST_ONCE.flatMap((name) => (named(element, name).length <= 1 ? [] : [`${place}: several ${name}`])),
    ...named(element, 'id').flatMap((one) => (isIri(textOf(one)) ? [] : [`${place}: id ${textOf(one)}`])),
    ...[...named(element, 'updated'), ...named(element, 'published')].flatMap((one) =>
      MOMENT.test(textOf(one)) && !Number.isNaN(Date.parse(textOf(one)))
        ? []
        : [`${place}: ${one.name} ${textOf(one)}`],
    ),
    ...[...named(element, 'icon'), ...named(element, 'logo')].flatMap((one) =>
      isIri(textOf(one)) ? [] : [`${place}: ${one.name}`],
    ),
    ...links.flatMap((one) => (isIri(attributeOf(one, 'href') ?? '') ? [] : [`${place}: a link has no address`])),
    ...(new Set(alternates).size === alternates.length ? [] : [`${place}: two links of one kind`]),
    ...named(element, 'category').flatMap((one) =>
      attributeOf(one, 'term') ? [] : [`${place}: a category has no term`],
    ),
    ...['title', 'summary', 'content', 'subtitle', 'rights'].flatMap((name) =>
      named(element, name).flatMap((one) =>
        ['text', 'html', 'xhtml'].includes(attributeOf(one, 'type') ?? 'text') &&
        (name === 'content' || childrenOf(one).length === 0)
          ? []
          : [`${place}: ${name} is of another type`],
      ),
    ),
    ...[...named(element, 'author'), ...named(element, 'contributor')].flatMap((one) => personFaults(one, place)),
  ]
}

/** What is wrong with a feed. */
export const atomFaults = (text: string) => {
  const feed = treeOf(text)
  if (feed.name !== 'feed' || attributeOf(feed, 'xmlns') !== ATOM) return ['it is no feed of Atom']
  const entries = named(feed, 'entry')
  const hasAuthor = named(feed, 'author').length > 0
  const versions = entries.map((one) => `${textOf(named(one, 'id')[0]!)} ${textOf(named(one, 'updated')[0]!)}`)
  return [
    ...faultsIn(feed, IN_FEED, 'feed'),
    ...(new Set(versions).size === versions.length ? [] : ['two entries are the same']),
    ...entries.flatMap((entry, at) => [
      ...faultsIn(entry, IN_ENTRY, `entry ${at}`),
      ...(hasAuthor || named(entry, 'author').length ? [] : [`entry ${at}: nobody wrote it`]),
      ...(named(entry, 'content').length ||
      named(entry, 'link').some((one) => (attributeOf(one, 'rel') ?? 'alternate') === 'alternate')
        ? []
        : [`entry ${at}: neither content nor a link`]),
    ]),
  ]
}
