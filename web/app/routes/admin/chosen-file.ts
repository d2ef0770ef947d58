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

/** The file of a form that has to have one; refused on its field, in the words that the form brings as `missing`. */
export const chosenFile = (form: FormData, field: string) => {
  const file = form.get(field)
  if (!(file instanceof File) || file.size === 0)
    throw new CallFailed(400, 'field.required', '', [{ error_field: field, error_msg: text(form, 'missing') }])
  return file
}
