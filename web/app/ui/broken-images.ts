import { useEffect } from 'react'
import { isBroken } from './is-broken.ts'

/** Marks images that didn't load, and names those that have no words of their own. Errors don't bubble, so they are caught on the way down. */
export function useBrokenImages(word: string) {
  useEffect(() => {
    const look = (image: HTMLImageElement) => {
      image.toggleAttribute('data-broken', isBroken(image))
      if (isBroken(image) && !image.alt && image.closest('.prose, .comment-body')) image.alt = word
    }
    const hear = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) look(target)
    }
    document.addEventListener('error', hear, true)
    document.addEventListener('load', hear, true)
    // Those that failed before scripts ran.
    for (const image of document.images) if (isBroken(image)) look(image)
    return () => {
      document.removeEventListener('error', hear, true)
      document.removeEventListener('load', hear, true)
    }
  }, [word])
}
