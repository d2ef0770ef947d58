/** The class names that hold, as one attribute. */
export const className = (...names: (string | false | null | undefined)[]) =>
  names.filter(Boolean).join(' ') || undefined
