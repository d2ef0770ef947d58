/** What can't be done as asked: one sentence for the person at the terminal. */
export class Problem extends Error {}
