import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Done, flag, nullable, ObjectId, oneOf, text, Time } from './shapes.ts'

// Bringing in a dump of another site, from the page. How far it is, and what came of it, is told by the tasks `examine_dump` and `import_dump`.

/** The forms in which a community moves in. */
export const SOURCE_NAMES = [
  'stackexchange',
  'csv',
  'jsonl',
  'apache-answer',
  'discourse',
  'question2answer',
  'askbot',
] as const
export type SourceName = (typeof SOURCE_NAMES)[number]
/** Those whose uploads can come along, and whose settings can. */
export const WITH_FILES: readonly SourceName[] = ['apache-answer', 'discourse']
export const WITH_SETTINGS: readonly SourceName[] = ['apache-answer']

/** Endings of files that plugins may read of what admins have uploaded; archives are folders to them. */
export const PLUGIN_FILE_ENDINGS = ['.zip', '.tar.gz', '.tgz', '.xml', '.json', '.jsonl', '.sql', '.txt'] as const

/** An uploaded archive, or a folder below the one that the settings of the server allow. */
export const DUMP_SOURCES = ['upload', 'folder'] as const
const Name = Type.String({ minLength: 1, maxLength: 200 })
const dump = { source: oneOf(DUMP_SOURCES), name: Name }
export const Dump = Type.Object(dump)
export type Dump = Static<typeof Dump>
const map = Type.Optional(Name)
const choices = {
  /** A folder below the allowed one that the uploads of the old site lie in; those that lie beside the dump are found without. */
  files: Type.Optional(Name),
  /** Its settings come, too, although this site has members of its own. */
  settings: flag(false),
}
/** What the old site is to be remembered as; else as before, or as the dump is called. */
const site = Type.Optional(text({ max: 100 }))

export const ImportSources = Type.Object({
  uploads: Type.Array(Type.Object({ name: Name, bytes: Type.Integer(), uploaded_at: Time })),
  /** By their names below the allowed folder, those that hold a dump; null where no folder is allowed. */
  folders: nullable(Type.Array(Name)),
  /** All folders in it, for the uploads of an old site. */
  file_folders: Type.Array(Name),
  /** Uploaded lists of members (.csv), which say who of an old site has which address or account elsewhere. */
  maps: Type.Array(Type.Object({ name: Name, bytes: Type.Integer(), uploaded_at: Time })),
  /** What was imported and is still here, by the names that the old sites are remembered as. */
  sites: Type.Array(Type.String()),
  /** Uploaded files that only plugins read. */
  files: Type.Array(Type.Object({ name: Name, bytes: Type.Integer(), uploaded_at: Time })),
  /** Plugins that bring a community from elsewhere. `files`: endings of the uploads that it reads; empty if it asks a service. */
  plugins: Type.Array(
    Type.Object({ slug_name: Name, name: Type.String(), icon: Type.String(), files: Type.Array(Type.String()) }),
  ),
  /** The largest archive that is taken. */
  upload_bytes: Type.Integer(),
})
export type ImportSources = Static<typeof ImportSources>

const Complaint = Type.Object({ file: Type.String(), line: Type.Integer(), problem: Type.String() })

const DumpFile = Type.Object({
  /** As the form calls it: words import_file_* where we know it. */
  file: Type.String(),
  rows: Type.Integer(),
  /** In a dry run: what would come. */
  added: Type.Integer(),
  /** Is there already, from the same site. */
  present: Type.Integer(),
  /** Of kinds that aren't brought in. */
  other: Type.Integer(),
  broken: Type.Integer(),
})
/** What the tasks `examine_dump` and `import_dump` end with. */
export const ImportReport = Type.Object({
  ...dump,
  /** The old site's name: what came from there before isn't brought in twice. */
  site: Type.String(),
  files: Type.Array(DumpFile),
  /** The first rows that can't be brought in, and why. */
  complaints: Type.Array(Complaint),
  /** The first rows that come in and have something odd, and how many there are. */
  remarks: Type.Array(Complaint),
  remark_count: Type.Integer(),
  /** Files that a dump may lack, and this one does. */
  missing: Type.Array(Type.String()),
  /** Files that break off, and where. */
  cut: Type.Array(Type.Object({ file: Type.String(), line: Type.Integer() })),
  /** In a dry run: members who are called like somebody here, about whom nothing says whether they are the same person. */
  same_names: Type.Optional(Type.Integer()),
  /** In a dry run: so many of its first questions are asked here, too, that it may have come in before in another form. */
  same_questions: Type.Optional(Type.Integer()),
  /** After an import: the dump beside the site. */
  comparison: Type.Optional(
    Type.Object({
      kinds: Type.Array(Type.Object({ kind: Type.String(), there: Type.Integer(), here: Type.Integer() })),
      /** The first figures that differ; how many do, of how many. */
      differences: Type.Array(
        Type.Object({
          file: Type.String(),
          key: Type.String(),
          field: Type.String(),
          there: Type.String(),
          here: Type.String(),
        }),
      ),
      different: Type.Integer(),
      compared: Type.Integer(),
    }),
  ),
  seconds: Type.Number(),
})
export type ImportReport = Static<typeof ImportReport>

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

export const importSources = endpoint({
  ...admin,
  method: 'GET',
  path: '/imports',
  summary: 'Dumps that can be brought in',
  reply: ImportSources,
})

export const uploadDump = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/import/upload',
  summary: 'Add a dump as an archive (.zip, .tar.gz), a list of members (.csv), or a file that a plugin reads',
  multipart: true,
  rate: 'upload',
  body: Type.Object({ source: Type.Optional(Type.String({ maxLength: 100 })) }),
  /** Its name. */
  reply: Name,
})

/** What the task `fetch_dump` ends with: the archive that can be imported, and how many rows of each table are in it. */
export const FetchReport = Type.Object({
  name: Name,
  rows: Type.Object({
    tags: Type.Integer(),
    members: Type.Integer(),
    questions: Type.Integer(),
    answers: Type.Integer(),
    comments: Type.Integer(),
  }),
})
export type FetchReport = Static<typeof FetchReport>

export const fetchDump = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/import/fetch',
  summary: 'Begin to have a plugin fetch a community from elsewhere, as a dump that can then be imported',
  /** `file`: an upload, for a plugin that reads one. */
  body: Type.Object({ plugin_slug_name: Name, file: Type.Optional(Name) }),
  reply: Done,
})

export const deleteDump = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/import/dump',
  summary: 'Delete an uploaded dump or list of members',
  body: Type.Object({ name: Name }),
  reply: Done,
})

export const examineDump = endpoint({
  ...admin,
  method: 'POST',
  path: '/import/examine',
  summary: 'Begin a dry run: what would come, what is there already, what is broken; nothing is written',
  body: Type.Object({ ...dump, site, map, ...choices }),
  reply: Done,
})

export const importDump = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/import',
  summary: 'Begin to bring a dump in',
  body: Type.Object({
    ...dump,
    site,
    /** An uploaded list of its members. */
    map,
    ...choices,
    /** Members who are called like somebody here are other people; else nothing comes in before that is said. */
    same_names_are_others: flag(false),
    /** The same of questions: else nothing comes in where most of the first ones are asked here, too. */
    same_questions_are_others: flag(false),
  }),
  reply: Done,
})

/** What the tasks `examine_undo` and `undo_import` end with: what goes, or has gone, and what stays. */
export const UndoReport = Type.Object({
  site: Type.String(),
  questions: Type.Integer(),
  answers: Type.Integer(),
  comments: Type.Integer(),
  members: Type.Integer(),
  /** In a dry run all that came along, of which those stay that other questions bear. */
  tags: Type.Integer(),
  /** What people have done here to questions and answers that go, and goes with them. */
  votes: Type.Integer(),
  bookmarks: Type.Integer(),
  /** Questions under which somebody has written since they came: they stay whole, with everybody who stands there. The first of them are named. */
  kept_questions: Type.Integer(),
  kept: Type.Array(Type.Object({ id: ObjectId, title: Type.String(), url_title: Type.String() })),
  /** Members who stay; usernames of the first whose accounts somebody has used or looked after here. */
  kept_members: Type.Integer(),
  claimed: Type.Array(Type.String()),
})
export type UndoReport = Static<typeof UndoReport>

const undone = Type.Object({ site: Type.String({ minLength: 1, maxLength: 300 }) })

export const examineUndo = endpoint({
  ...admin,
  method: 'POST',
  path: '/import/undo/examine',
  summary: 'Begin to find out what taking an import back would do; nothing is written',
  body: undone,
  reply: Done,
})

export const undoImport = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/import/undo',
  summary: 'Begin to take an import back: what came from a site goes, but for what people have since written on',
  body: undone,
  reply: Done,
})
