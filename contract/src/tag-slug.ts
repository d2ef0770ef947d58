/** Tags with the same slug are the same tag: lower case, `-` for spaces. */
export const slugOf = (name: string) => name.normalize('NFC').trim().toLowerCase().replace(/\s+/g, '-')

/** Letters and digits of any script, `+ # . -`, and spaces, which `slugOf` turns into `-`. */
export const TAG_SLUG = /^[\p{L}\p{M}\p{N}+#. -]*$/u
