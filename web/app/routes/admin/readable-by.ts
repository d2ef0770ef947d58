import type { ImportSources } from '@askwell/contract/imports.ts'

type Importer = Pick<ImportSources['plugins'][number], 'slug_name' | 'files'>

/** The newest first. What the last run made is left out; what is called as an earlier one may have been comes last. */
export const readableBy = (
  { slug_name, files }: Importer,
  uploads: ImportSources['uploads'],
  made: string | undefined,
) => {
  const isLikeOwn = (name: string) =>
    name.startsWith(slug_name) && /^(-\d+)?\.tar\.gz$/.test(name.slice(slug_name.length))
  return uploads
    .filter(({ name }) => name !== made && files.some((ending) => name.toLowerCase().endsWith(ending)))
    .toSorted((a, b) => Number(isLikeOwn(a.name)) - Number(isLikeOwn(b.name)) || b.uploaded_at - a.uploaded_at)
    .map(({ name }) => name)
}
