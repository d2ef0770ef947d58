/** A row of a file is not longer than this, in bytes or characters. Texts of posts are much shorter. */
export const ROW_MAX = 8 * 2 ** 20
export const TOO_LONG = 'it is longer than a row may be'
