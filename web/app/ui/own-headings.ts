/** Two texts on a page may have a heading of the same words: its id, and links to it from the text, are then those of the text itself. */
export const ownHeadings = (html: string, name: string) => html.replace(/(<h[456] id="|<a href="#)h-/g, `$1h-${name}-`)
