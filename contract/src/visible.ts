/** Letters that show nothing: space, control characters, fillers, and the empty Braille pattern. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a reader sees anything of a text. */
export const isVisible = (text: string) => SEEN.test(text)
