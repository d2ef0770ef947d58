import { EDITOR_OPENS, type EditorExtension, type EditorOpens } from '@askwell/contract/editor-port.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { useRoot } from '../../root-data.ts'

// What others add to the editor. Whatever of it fails is said in the console, and the editor goes on without.

const NONE: readonly EditorExtension[] = []
const NAME = /^[a-z0-9_]{1,40}$/
const SIGN = /^[^\p{L}\p{N}\s\\]{1,3}$/u

let registered = NONE
export const listExtensions = () => registered
const listeners = new Set<() => void>()
const set = (next: readonly EditorExtension[]) => {
  registered = next
  for (const listener of listeners) listener()
}

const isSound = ({ name, completions = [] }: EditorExtension) =>
  NAME.test(name) && completions.every(({ sign }) => SIGN.test(sign))

export const registerExtension = (extension: EditorExtension) => {
  if (!isSound(extension)) throw new Error(`the editor can’t take the extension “${extension.name}”`)
  set([...registered.filter(({ name }) => name !== extension.name), extension])
  return () => set(registered.filter((one) => one !== extension))
}

/** Does what an extension is there for; what it throws is its own trouble. */
export const trying = <T>(name: string, work: () => T): T | undefined => {
  try {
    return work()
  } catch (error) {
    console.error(`editor extension ${name}:`, error)
    return undefined
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Those that are there; each editor that opens asks for more. */
export function useExtensions() {
  const { language } = useLanguage()
  const { plugins } = useRoot()
  const t = useText('ui')
  const words = { close: t('close') }
  useEffect(() => {
    // Without it the editor has its own buttons all the same.
    if (plugins.editor)
      import('./plugin-extensions.ts').then(({ registerPlugins }) => registerPlugins(language, words), console.error)
  }, [language, plugins.editor, words.close]) // oxlint-disable-line react/exhaustive-deps
  useEffect(() => {
    const detail: EditorOpens = { language, register: registerExtension }
    document.dispatchEvent(new CustomEvent(EDITOR_OPENS, { detail }))
  }, [language])
  return useSyncExternalStore(subscribe, listExtensions, () => NONE)
}
