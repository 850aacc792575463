/** What premium adds, as the sentences of pages and mails name it. */
export const PREMIUM_ADDS = {
  en: {
    some: 'videos, ads, a daily quiz, a daily spin and social tasks',
    known: 'videos, ads, the daily quiz, the wheel and social tasks',
    atFirst: 'Videos, ads, the daily quiz, the spin wheel and social tasks',
  },
  sw: {
    some: 'video, matangazo, chemsha bongo ya kila siku, mzunguko wa kila siku na kazi za mitandao',
    known: 'video, matangazo, chemsha bongo ya kila siku, gurudumu na kazi za mitandao',
    atFirst: 'Video, matangazo, chemsha bongo ya kila siku, gurudumu na kazi za mitandao',
  },
} as const
