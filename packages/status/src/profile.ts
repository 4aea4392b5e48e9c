/** Which language is spoken: the documents', or that of the released system. */
export const profiles = ['proposal', 'released'] as const

/** One of the two languages; each family is told which one to speak. */
export type Profile = (typeof profiles)[number]
