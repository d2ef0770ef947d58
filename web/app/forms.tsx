import type { CaptchaToSolve } from '@askwell/contract/accounts.ts'
import { CallFailed, pageSession } from '@askwell/web/context.ts'
import { type ReactNode, type RefAttributes, useMemo } from 'react'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  Form,
  type FormProps,
  useActionData,
  useNavigation,
} from 'react-router'
import { isCaptchaRefusal, messageOf, withTyped } from './captcha.ts'
import { goingOut } from './going-out.ts'
import {
  browserVisit,
  isFieldList,
  leadsAway,
  serverContext,
  type Telling,
  tellingOf,
  type RouteContext,
  postedForm,
} from './session.ts'
import { useRoot } from './root-data.ts'
import { CaptchaFields } from './components/captcha/captcha-fields.tsx'
import { useText } from './i18n/text.tsx'
import { Corrections } from './ui/corrections.tsx'
import { FormErrors } from './ui/form-errors.tsx'
import { showMessage } from './ui/message-dialog.tsx'
import { showToast } from './ui/toast.tsx'

// The one way to submit a form: with scripts through the API, without them by a plain post to the page's own address.

export interface Submission extends RouteContext {
  form: FormData
}

/** What came of a form. `values` are what the person typed, so that nothing is lost; passwords are not sent back. */
export interface Refusal {
  ok: false
  message: string
  errors: Record<string, string>
  values: Record<string, string>
  intent: string
  reason: string
  /** What else the refusal carries: of an edit that came too late, the text as it is now. */
  data: unknown
  /** How the browser has said it already. Without scripts, and else, the page says it. */
  told?: Telling
  /** Where a captcha is wanted and no dialog could ask for it. */
  captcha?: CaptchaToSolve
}
export interface Done<T = unknown> {
  ok: true
  intent: string
  value: T
}
export type Outcome<T = unknown> = Refusal | Done<T>

const NEVER_BACK = /^(form_token|secret_field|captcha_\w+)$/

/** What may go back into the page: fields for secrets say so themselves (ui/text-input.tsx). */
const typed = (form: FormData) => {
  const secret = form.getAll('secret_field')
  const values: Record<string, string> = {}
  for (const [name, value] of form)
    if (typeof value === 'string' && !NEVER_BACK.test(name) && !secret.includes(name)) values[name] = value
  return values
}

export const refusalOf = (error: unknown, form: FormData): Refusal => {
  if (!(error instanceof CallFailed)) throw error
  const errors: Record<string, string> = {}
  if (isFieldList(error.data))
    for (const { error_field, error_msg } of error.data)
      errors[error_field] = errors[error_field] ? `${errors[error_field]} ${error_msg}` : error_msg
  return {
    ok: false,
    message: error.message,
    errors,
    values: typed(form),
    intent: String(form.get('intent') ?? ''),
    reason: error.reason,
    data: isFieldList(error.data) ? null : error.data,
  }
}

/** Says in the browser what isn't the page's to say. */
const toldAlready = (error: unknown, url: URL, refusal: Refusal): Refusal => {
  const told =
    typeof window !== 'undefined' && error instanceof CallFailed && refusal.message ? tellingOf(error, url) : undefined
  if (!told) return refusal
  if (told === 'toast') showToast(refusal.message, 'danger')
  else showMessage(refusal.message, { confirm: told === 'confirm' })
  return { ...refusal, told }
}

const REFUSED = 400

type Send<T> = (submission: Submission) => Promise<T | Response>

interface Ways {
  /** The page says itself why something was refused, whatever it is. */
  passErrors?: boolean
  /** Whether the server takes this form for the one before, if it comes once more with the same in it. */
  repeats?: (form: FormData) => boolean
}

const run = async <T,>(
  send: Send<T>,
  visit: RouteContext,
  form: FormData,
  { passErrors = false }: Ways = {},
): Promise<Outcome<T> | Response> => {
  const { call, challenge } = withTyped(visit.call, form)
  try {
    const value = await send({ ...visit, call, form })
    return value instanceof Response ? value : { ok: true, intent: String(form.get('intent') ?? ''), value }
  } catch (error) {
    if (error instanceof Response) throw error
    const elsewhere = leadsAway(error, visit.url)
    if (elsewhere) throw elsewhere
    if (!isCaptchaRefusal(error))
      return passErrors ? refusalOf(error, form) : toldAlready(error, visit.url, refusalOf(error, form))
    // In the browser the person was asked, and has given up.
    const captcha = typeof window === 'undefined' ? await challenge(error) : undefined
    return { ...refusalOf(error, form), ...(captcha ? { captcha } : { errors: {}, message: messageOf(error) }) }
  }
}

/** What is being sent just now, by its address and all it says. */
const underWay = new Map<string, Promise<unknown>>()

const said = ([name, value]: [string, FormDataEntryValue]) =>
  typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified]

/** Whoever presses a button twice means it once: the second gets what came of the first. */
const once = async <T,>(address: string, form: FormData, begin: () => Promise<T>): Promise<T> => {
  const key = JSON.stringify([address, ...[...form].map(said)])
  const before = underWay.get(key)
  if (before) return before as Promise<T>
  const sent = begin().finally(() => underWay.delete(key))
  underWay.set(key, sent)
  return sent
}

/** `export const action = onServerSubmit(send)` and `export const clientAction = inBrowserSubmit(send)`. */
export const onServerSubmit =
  <T,>(send: Send<T>) =>
  async (args: ActionFunctionArgs) => {
    const visit = serverContext(args)
    const outcome = await run(send, visit, await postedForm(visit))
    if (!(outcome instanceof Response)) await args.context.get(pageSession).readAnew?.()
    return outcome
  }
export const inBrowserSubmit =
  <T,>(send: Send<T>, ways?: Ways) =>
  async (args: ClientActionFunctionArgs) => {
    const visit = browserVisit(args)
    const form = await postedForm(visit)
    const sendOut: Send<T> = (submission) => goingOut(() => send(submission), ways?.repeats?.(form) ?? false)
    const outcome = await once(visit.url.href, form, () => run(sendOut, visit, form, ways))
    // A refused action has changed nothing: with such a status no page is loaded again, and what is typed elsewhere on it stays.
    return outcome instanceof Response || outcome.ok ? outcome : data(outcome, { status: REFUSED })
  }

export const text = (form: FormData, name: string) => String(form.get(name) ?? '')
export const isOn = (form: FormData, name: string) => ['on', 'true', '1'].includes(text(form, name))

/** The hidden field that shows a plain form to be ours. */
export const FormToken = () => {
  const { form_token } = useRoot()
  return form_token ? <input type="hidden" name="form_token" value={form_token} /> : null
}

/** What a field of a form carries: its name, what was wrong with it, and what the person had typed. */
export type FieldOf = (
  name: string,
  before?: string | number,
) => { name: string; error: string | undefined; defaultValue: string | undefined }

const fieldsOf =
  (refusal: Refusal | undefined): FieldOf =>
  (name, before) => ({
    name,
    error: refusal?.errors[name],
    defaultValue: refusal?.values[name] ?? (before === undefined ? undefined : String(before)),
  })

/** What was ticked when the form came back refused; else what is saved. */
export const switchesOf = (refusal: Refusal | undefined) => (name: string, now: boolean) =>
  refusal ? refusal.values[name] !== undefined : now

/** All that is wrong; what belongs to no field under the empty name. Where the site wasn't reached, it couldn't say so itself. */
const errorsOf = (refusal: Refusal | undefined, unreachable: string) =>
  refusal &&
  !refusal.told &&
  (Object.keys(refusal.errors).length ? refusal.errors : { '': refusal.message || unreachable })

/** Why a form came back, at its top. */
export function RefusalErrors({ refusal, labels }: { refusal: Refusal | undefined; labels?: Record<string, string> }) {
  const t = useText('ui')
  const unreachable = t('unreachable')
  const errors = useMemo(() => errorsOf(refusal, unreachable) || undefined, [refusal, unreachable])
  return <FormErrors errors={errors} labels={labels} />
}

/** What came of the form of this page that has this intent. */
export const useOutcome = <T,>(intent: string) => {
  const outcome = useActionData() as Outcome<T> | undefined
  return outcome?.intent === intent ? outcome : undefined
}

interface PageFormProps extends Omit<FormProps, 'method' | 'children'>, RefAttributes<HTMLFormElement> {
  /** Tells several forms of one page apart. */
  intent?: string
  /** What the fields are called, for the list of what is wrong. */
  labels?: Record<string, string>
  children: (
    field: FieldOf,
    state: { busy: boolean; refusal: Refusal | undefined; done: Done | undefined },
  ) => ReactNode
}

/**
 * A form that posts to its page and, refused, opens again with what was typed and what was wrong.
 * The browser keeps out of it: what is wrong is said by the site, in its language, of all fields at once.
 */
export const PageForm = ({ intent = '', labels, children, ...props }: PageFormProps) => {
  const navigation = useNavigation()
  const mine = useOutcome(intent)
  const refusal = mine && !mine.ok ? mine : undefined
  return (
    <Form method="post" noValidate {...props}>
      <Corrections of={refusal}>
        <RefusalErrors refusal={refusal} labels={labels} />
        <FormToken />
        {intent && <input type="hidden" name="intent" value={intent} />}
        {refusal?.captcha && <CaptchaFields captcha={refusal.captcha} error={refusal.errors.captcha_code} />}
        {children(fieldsOf(refusal), {
          busy:
            navigation.state !== 'idle' &&
            navigation.formMethod === 'POST' &&
            (navigation.formData?.get('intent') ?? '') === intent,
          refusal,
          done: mine?.ok ? mine : undefined,
        })}
      </Corrections>
    </Form>
  )
}
