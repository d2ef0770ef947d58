import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { POSTS_AT_ONCE } from './limits.ts'
import { nullable, ObjectId, oneOf, text } from './shapes.ts'

// What pages show of plugins: data, which the site draws.

/** Places that widgets can have: beside the list of questions, beside a question, under a question or an answer, on the dashboard of admins. */
export const WIDGET_PLACES = ['home', 'question', 'post', 'dashboard'] as const
export type WidgetPlace = (typeof WIDGET_PLACES)[number]

const line = text({ min: 1, max: 300 })
const passage = text({ min: 1, max: 2000 })

/** On this site, from its root, or elsewhere by http. */
const Address = Type.String({ maxLength: 2000, pattern: '^(/|/[^\\s/\\\\][^\\s]*|https?://[^\\s/][^\\s]*)$' })

const Links = Type.Object({
  part: Type.Literal('links'),
  links: Type.Array(Type.Object({ title: line, to: Address, note: Type.Optional(line) }), {
    minItems: 1,
    maxItems: 100,
  }),
})
const Figures = Type.Object({
  part: Type.Literal('figures'),
  figures: Type.Array(Type.Object({ label: line, value: text({ min: 1, max: 60 }), note: Type.Optional(line) }), {
    minItems: 1,
    maxItems: 12,
  }),
})
const Table = Type.Object({
  part: Type.Literal('table'),
  /** What the table shows, for those who can't see it at a glance. */
  caption: line,
  columns: Type.Array(line, { minItems: 1, maxItems: 10 }),
  rows: Type.Array(Type.Array(text({ max: 300 }), { maxItems: 10 }), { maxItems: 200 }),
})
const Notice = Type.Object({
  part: Type.Literal('notice'),
  kind: Type.Optional(oneOf(['info', 'warning', 'danger', 'success'])),
  title: Type.Optional(line),
  text: passage,
})

/** What a language of code may be called. */
export const CODE_LANGUAGE = '^[\\w+#.-]{1,30}$'

/** A block of code as in posts; where the browser part of a plugin draws its language, the drawing is what one sees. */
const Code = Type.Object({
  part: Type.Literal('code'),
  language: Type.String({ pattern: CODE_LANGUAGE }),
  text: text({ min: 1, max: 20_000 }),
})

/** Something that a page shows. All of it is text: markup is shown as it was written. */
export const PagePart = Type.Union([
  Type.Object({ part: Type.Literal('heading'), text: line }),
  Type.Object({ part: Type.Literal('text'), text: passage }),
  Links,
  Figures,
  Table,
  Notice,
  Code,
])
export type PagePart = Static<typeof PagePart>

export const Widget = Type.Object({ title: line, parts: Type.Array(PagePart, { minItems: 1, maxItems: 20 }) })
export type Widget = Static<typeof Widget>

/** `object_id`: of the question or answer that it stands beside or under; empty elsewhere. */
export const ShownWidget = Type.Object({ slug_name: Type.String(), object_id: ObjectId, ...Widget.properties })
export type ShownWidget = Static<typeof ShownWidget>

/**
 * Ours. `object_ids` separated by commas, 50 at most, in the places that belong to posts. Everybody gets what an anonymous reader of these posts gets: a post
 * that not everybody may see has none. A plugin that is slow is left out.
 */
export const pluginWidgets = endpoint({
  method: 'GET',
  path: '/plugin/widgets',
  summary: 'What plugins put into a place of the pages',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    place: oneOf(WIDGET_PLACES),
    object_ids: Type.Optional(text({ max: 31 * POSTS_AT_ONCE })),
  }),
  reply: Type.Array(ShownWidget),
})

/** Who may open a plugin's page. */
export const PAGE_READERS = ['anyone', 'members', 'moderators', 'admins'] as const
export type PageReaders = (typeof PAGE_READERS)[number]

const VALUE_MAX = 20_000
const fieldName = Type.String({ pattern: '^(?!(intent|form_token|secret_field)$|captcha_)[a-z][a-z0-9_]{0,59}$' })

export const FormField = Type.Object({
  name: fieldName,
  /** `long`: several lines. `hidden`: only sent. */
  kind: oneOf(['text', 'long', 'number', 'date', 'time', 'choice', 'switch', 'hidden']),
  /** Empty only of hidden ones. */
  label: text({ max: 300 }),
  help: Type.Optional(line),
  required: Type.Optional(Type.Boolean()),
  /** `on` where a switch is on. */
  value: Type.Optional(text({ max: VALUE_MAX })),
  options: Type.Optional(Type.Array(Type.Object({ value: text({ max: 300 }), label: line }), { maxItems: 200 })),
})
export type FormField = Static<typeof FormField>

const Form = Type.Object({
  part: Type.Literal('form'),
  /** Tells several forms of one page apart. */
  name: fieldName,
  /** `get`: to this page with the fields in its address, such as a filter. */
  method: Type.Optional(oneOf(['get', 'post'])),
  fields: Type.Array(FormField, { maxItems: 30 }),
  /** What its button says. */
  button: line,
  look: Type.Optional(oneOf(['plain', 'primary', 'danger'])),
})

/** What a page of a plugin's own shows: forms, too. */
export const PluginPagePart = Type.Union([...PagePart.anyOf, Form])
export type PluginPagePart = Static<typeof PluginPagePart>

export const PluginPage = Type.Object({
  title: line,
  lead: Type.Optional(passage),
  parts: Type.Array(PluginPagePart, { maxItems: 300 }),
})
export type PluginPage = Static<typeof PluginPage>

/** What came of a form: where it leads, on this site, or what is wrong with its fields, by their names; not both, as then only one of them would be checked. */
export const FormOutcome = Type.Union([
  Type.Object(
    { go: Type.String({ maxLength: 2000, pattern: '^(/|/[^\\s/\\\\][^\\s]*)$' }) },
    { additionalProperties: false },
  ),
  Type.Object(
    { errors: Type.Record(fieldName, line, { minProperties: 1, maxProperties: 30, additionalProperties: false }) },
    { additionalProperties: false },
  ),
])
export type FormOutcome = Static<typeof FormOutcome>

const onPage = {
  slug_name: text({ min: 1, max: 100 }),
  /** After `/plugins/<slug_name>`. */
  path: text({ min: 1, max: 500 }),
  /** Of its address, after the question mark. */
  search: text({ max: 2000 }),
}

/** Ours. Who may open it says the plugin. */
export const pluginPage = endpoint({
  method: 'GET',
  path: '/plugin/page',
  summary: 'A page of a plugin',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ ...onPage, search: Type.Optional(onPage.search) }),
  reply: PluginPage,
})

/** Ours. Only members send forms, and those who may open the page. */
export const sendPluginForm = endpoint({
  method: 'POST',
  path: '/plugin/page',
  summary: 'Send a form of a page of a plugin',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  sessionOnly: true,
  body: Type.Object({
    ...onPage,
    search: Type.Optional(onPage.search),
    form: fieldName,
    values: Type.Record(fieldName, text({ max: VALUE_MAX }), { default: {}, maxProperties: 30 }),
  }),
  reply: FormOutcome,
})

/** What a plugin adds to the editor. */
export const PluginEditor = Type.Object({
  slug_name: Type.String(),
  /** Of the dialog that buttons without `insert` open; empty without one. */
  frame: Type.String(),
  buttons: Type.Array(
    Type.Object({
      name: Type.String(),
      sign: Type.String(),
      label: Type.String(),
      /** `text` stands for what is selected, where nothing is. */
      insert: nullable(Type.Object({ before: Type.String(), text: Type.String(), after: Type.String() })),
      /** Its dialog gets the whole formula that the cursor stands in, and what it gives back takes the place of that. */
      edits: Type.Optional(Type.Literal('formula')),
    }),
  ),
  completions: Type.Array(
    Type.Object({
      sign: Type.String(),
      label: Type.String(),
      items: Type.Array(Type.Object({ label: Type.String(), note: Type.String(), insert: Type.String() })),
    }),
  ),
  /** What a pasted address becomes that fits the URL pattern `address`: Markdown, with `{address}` and `{name}` for each name of the pattern. */
  pastes: Type.Array(Type.Object({ address: Type.String(), insert: Type.String() })),
})
export type PluginEditor = Static<typeof PluginEditor>

/** Ours. In the language of the caller. */
export const pluginEditors = endpoint({
  method: 'GET',
  path: '/plugin/editor',
  summary: 'What plugins add to the editor',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  reply: Type.Array(PluginEditor),
})
