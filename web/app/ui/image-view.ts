interface Words {
  open: string
  close: string
}

/** The picture as large as the window lets it be; Escape, the button and a press anywhere close it. */
const show = (image: HTMLImageElement, { close }: Words) => {
  const dialog = document.createElement('dialog')
  dialog.className = 'image-view'
  dialog.setAttribute('aria-label', image.alt || close)
  const large = document.createElement('img')
  large.src = image.src
  large.alt = image.alt
  large.referrerPolicy = 'no-referrer'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button image-view-close'
  button.textContent = close
  dialog.append(large, button)
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    image.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
}

/** Pictures of a text open large by a click or Enter; those that lead somewhere lead there as before. */
export const openImages = (text: HTMLElement, words: Words) => {
  for (const image of text.querySelectorAll<HTMLImageElement>('img:not(a img, [role])')) {
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    image.setAttribute('aria-label', image.alt ? `${words.open}: ${image.alt}` : words.open)
    image.addEventListener('click', () => show(image, words))
    image.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      show(image, words)
    })
  }
}
