import { pluginFrame } from './plugin-frame.ts'
import './dialog.css'
import './plugin-dialog.css'

interface Opening {
  frame: string
  title: string
  data: Record<string, string>
  /** What the button says that closes it. */
  close: string
}

const made = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, ...inside: (Node | string)[]) => {
  const element = document.createElement(tag)
  element.className = className
  element.append(...inside)
  return element
}

/** A dialog with a frame of a plugin in it. @returns the text that was chosen; undefined where it was closed. Rejects where the plugin's part doesn't begin. */
export const openPluginDialog = ({ frame: address, title, data, close }: Opening) =>
  new Promise<string | undefined>((resolve, reject) => {
    let chosen: string | undefined
    const heading = made('h2', '', title)
    heading.id = 'plugin-dialog-title'
    const closing = made('button', 'button button-small', close)
    closing.type = 'button'
    closing.addEventListener('click', () => dialog.close())
    const frame = pluginFrame(address, title, data, {
      ready() {
        // Where it has taken the focus already, giving it once more would take it from what it gave it to.
        if (document.activeElement !== frame) frame.focus()
      },
      failed() {
        reject(new Error(`the part of the plugin at ${address} did not begin`))
        dialog.close()
      },
      escape: () => dialog.close(),
      insert(text) {
        chosen = text
        dialog.close()
      },
    })
    frame.className = 'plugin-dialog-frame'
    const head = made('div', 'dialog-head', heading, closing)
    const dialog = made('dialog', 'dialog', made('div', 'dialog-frame', head, made('div', 'dialog-body', frame)))
    dialog.setAttribute('aria-labelledby', heading.id)
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(chosen)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
