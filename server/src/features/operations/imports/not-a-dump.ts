/** What lies there can't be brought in; says why, in a sentence. */
export class NotADump extends Error {}
