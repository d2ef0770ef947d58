/** This much of the disk stays free for the site. */
const ROOM_LEFT = 512 * 2 ** 20

/** How many bytes may still be written to a disk, by what is known of it. */
export const roomOn = ({ bavail, bsize }: { bavail: number; bsize: number }) => Math.max(bavail * bsize - ROOM_LEFT, 0)
