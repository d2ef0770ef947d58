import { CallFailed } from '@askwell/web/context.ts'
import { text } from '../../forms.tsx'

/** A text as a file or typed; refused where it is longer than a call takes, in the words that the form brings as `too_long`. */
export const chosenText = async (
  form: FormData,
  { file, field, max }: { file: string; field: string; max: number },
) => {
  const chosen = form.get(file)
  const typed = chosen instanceof File && chosen.size > 0 ? await chosen.text() : text(form, field)
  if (typed.length > max && [...typed].length > max)
    throw new CallFailed(400, 'field.too_long', '', [{ error_field: field, error_msg: text(form, 'too_long') }])
  return typed
}

/** The file of a form that has to have one; refused on its field, in the words that the form brings as `missing`, `empty` and `too_large`. */
export const chosenFile = (form: FormData, field: string, most = Number.POSITIVE_INFINITY) => {
  const file = form.get(field)
  const refused = (reason: string, words: string) =>
    new CallFailed(400, reason, '', [{ error_field: field, error_msg: text(form, words) || text(form, 'missing') }])
  if (!(file instanceof File) || (file.size === 0 && !file.name)) throw refused('field.required', 'missing')
  if (file.size === 0) throw refused('error.upload.empty', 'empty')
  if (file.size > most) throw refused('error.upload.too_large', 'too_large')
  return file
}
