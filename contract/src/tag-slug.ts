/** As tags are told apart: small letters, `-` for spaces. */
export const slugOf = (name: string) => name.normalize('NFC').trim().toLowerCase().replace(/\s+/g, '-')

/** Letters and digits of any script, `+ # . -`; and spaces, of which `slugOf` makes `-`. */
export const TAG_SLUG = /^[\p{L}\p{M}\p{N}+#. -]*$/u
