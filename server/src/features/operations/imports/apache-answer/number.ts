const PREFIX = 10n ** 13n
/** The number in an id such as 10010000000000012; 0 where there is none. */
export const numberIn = (id: string) => (/^\d{17}$/.test(id) ? Number(BigInt(id) % PREFIX) : 0)
