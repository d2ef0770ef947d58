const LONGEST = 2000

/** One text for all statements that differ only in their values, and nothing of those: numbers and texts in it, and how many there are of a list. */
export const withoutValues = (sql: string) =>
  sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$\d+/g, '?')
    .replace(/(?<![\w"$])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\s+/g, ' ')
    .replace(/\(\?(?:, ?\?)+\)/g, '(…)')
    .replace(/(\((?:…|\?)\))(?:, ?\((?:…|\?)\))+/g, '$1, …')
    .trim()
    .slice(0, LONGEST)
