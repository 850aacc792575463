/** The open question, its categories in the order of their codes, and what people wrote that belongs there. */
export const OPEN_QUESTION = 12

type Words = { en: readonly string[]; sw: readonly string[] }
type Theme = Words & { category: string }

export const THEMES: readonly Theme[] = [
  {
    category: 'Higher or steadier income',
    en: [
      'A steady job. I earn by the day.',
      'If the salary came on time every month.',
      'More work. There is nothing left after rent.',
      'Better pay for casual jobs',
      'A good harvest and a fair price for maize.',
      'More customers at my stall',
    ],
    sw: [
      'Kazi ya kudumu. Napata kwa siku.',
      'Mshahara ukija kwa wakati.',
      'Kazi zaidi, baada ya kodi hakuna kinachobaki.',
      'Bei nzuri ya mahindi',
    ],
  },
  {
    category: 'Lower prices',
    en: [
      'Cheaper unga and cooking oil.',
      'Fares went up again, they eat everything.',
      'If school fees were lower',
      'Lower rent in town',
      'Food prices. We only buy food.',
    ],
    sw: ['Bei ya unga ipungue.', 'Nauli imepanda sana.', 'Karo ya shule ipunguzwe', 'Chakula kiwe bei nafuu'],
  },
  {
    category: 'Lower charges',
    en: [
      'No charges when I move money to savings.',
      'Lower withdrawal fees, they take a lot from small amounts.',
      'Free transfers to the SACCO',
      'The agent charges are too high.',
      'Stop the monthly bank fee',
    ],
    sw: ['Ada za kutoa pesa zipunguzwe.', 'Kuhamisha pesa kwenda SACCO iwe bure.', 'Makato ni mengi sana'],
  },
  {
    category: 'Locked or automatic saving',
    en: [
      'An account that is locked until December.',
      'Something that takes a little from every payment',
      'A reminder every Friday when I am paid',
      'If I could not touch it for a year.',
      'Save the change when I pay in shops',
    ],
    sw: [
      'Akaunti ambayo imefungwa hadi Desemba.',
      'Nikumbushwe kila Ijumaa.',
      'Pesa ikatwe moja kwa moja nikilipwa',
    ],
  },
  {
    category: 'A group to save with',
    en: [
      'My chama. We push each other.',
      'Friends who save with me',
      'A women’s group near home that I can trust.',
      'Joining a SACCO at work',
    ],
    sw: [
      'Chama chenye watu waaminifu.',
      'Kuweka pamoja na marafiki',
      'Kikundi cha akina mama karibu na nyumbani',
    ],
  },
  {
    category: 'Interest',
    en: [
      'Better interest than now.',
      'Interest every month, not once a year',
      'A bonus if I do not withdraw.',
    ],
    sw: ['Riba nzuri zaidi.', 'Riba kila mwezi', 'Zawadi nisipotoa pesa'],
  },
]

/** What nobody has put into a category yet, or what belongs in none. */
export const UNSORTED: Words = {
  en: [
    'I do not know.',
    'Nothing, I save enough',
    'Discipline',
    'Fewer relatives asking for help',
    'God’s grace',
  ],
  sw: ['Sijui.', 'Nidhamu tu', 'Ndugu wasiombe kila wakati', 'Hakuna, naweka ya kutosha'],
}
