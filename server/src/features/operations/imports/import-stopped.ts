/** Asked to, between two rows: what came in stays, and the next time goes on from there. */
export class Stopped extends Error {}
