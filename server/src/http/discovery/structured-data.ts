import type { Answer } from '@askwell/contract/answers.ts'
import type { Profile } from '@askwell/contract/profiles.ts'
import type { UserCard } from '@askwell/contract/shapes.ts'
import type { Thread } from '@askwell/contract/threads.ts'
import type { SiteSettings } from '../../features/operations/settings/views.ts'
import { translate } from '../../lib/messages.ts'
import { excerpt, plainText } from '../../lib/plain-text.ts'
import { answerAddress, questionAddress, wholeAddress } from './public-address.ts'
import type { Told } from './told.ts'

const LONGEST_TEXT = 5_000
/** 1 is shown to all, 2 closed. */
const isShown = ({ status }: { status: number }) => status < 10
const ACCEPTED = 2

const moment = (seconds: number) => new Date(seconds * 1000).toISOString()
const textOf = (html: string) => excerpt(plainText(html), LONGEST_TEXT)
const userAddress = (settings: SiteSettings, username: string) =>
  wholeAddress(settings, `/users/${encodeURIComponent(username)}`)

const personOf = (settings: SiteSettings, { display_name, username }: UserCard) => ({
  '@type': 'Person',
  name: display_name,
  ...(username && { url: userAddress(settings, username) }),
})

const answerOf = (settings: SiteSettings, question: Thread['question'], one: Answer) => ({
  '@type': 'Answer',
  text: textOf(one.html),
  datePublished: moment(one.create_time),
  ...(one.update_time && { dateModified: moment(one.update_time) }),
  upvoteCount: one.vote_count,
  url: answerAddress(settings, question, one.id),
  author: personOf(settings, one.user_info),
})

const breadcrumbs = (steps: { name: string; item: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
})

const ofThread = (settings: SiteSettings, { question, answers }: Thread) => {
  const shown = answers.list.filter(isShown)
  const accepted = shown.find((one) => one.accepted === ACCEPTED)
  const address = questionAddress(settings, question)
  const [tag] = question.tags
  return [
    {
      '@type': 'QAPage',
      mainEntity: {
        '@type': 'Question',
        name: question.title,
        text: textOf(question.html),
        answerCount: question.answer_count,
        upvoteCount: question.vote_count,
        datePublished: moment(question.create_time),
        ...(question.edit_time && { dateModified: moment(question.edit_time) }),
        url: address,
        author: personOf(settings, question.user_info),
        ...(accepted && { acceptedAnswer: answerOf(settings, question, accepted) }),
        suggestedAnswer: shown.filter((one) => one !== accepted).map((one) => answerOf(settings, question, one)),
      },
    },
    breadcrumbs([
      { name: translate(settings.interface.language, 'discovery.questions'), item: wholeAddress(settings, '/') },
      ...(tag
        ? [{ name: tag.display_name, item: wholeAddress(settings, `/tags/${encodeURIComponent(tag.slug_name)}`) }]
        : []),
      { name: question.title, item: address },
    ]),
  ]
}

const ofProfile = (settings: SiteSettings, profile: Profile) => [
  {
    '@type': 'ProfilePage',
    dateCreated: moment(profile.created_at),
    mainEntity: {
      '@type': 'Person',
      name: profile.display_name,
      alternateName: profile.username,
      identifier: profile.id,
      url: userAddress(settings, profile.username),
      ...(profile.bio_html && { description: textOf(profile.bio_html) }),
      ...(/^https?:/.test(profile.avatar) && { image: profile.avatar }),
      agentInteractionStatistic: [
        {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/AskAction',
          userInteractionCount: profile.question_count,
        },
        {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/ReplyAction',
          userInteractionCount: profile.answer_count,
        },
      ],
    },
  },
]

const ofSite = (settings: SiteSettings) => [
  {
    '@type': 'WebSite',
    name: settings.general.name,
    url: wholeAddress(settings, '/'),
    ...(settings.general.short_description && { description: settings.general.short_description }),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${wholeAddress(settings, '/search')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  },
]

/** A page as schema.org describes it; nothing for those it has no word for. */
export const structuredData = (settings: SiteSettings, path: string, { thread, profile }: Told) => {
  const described = thread
    ? isShown(thread.question) && ofThread(settings, thread)
    : profile
      ? profile.status === 'normal' && ofProfile(settings, profile)
      : path === '/' && ofSite(settings)
  return described ? { '@context': 'https://schema.org', '@graph': described } : undefined
}
