import type { games as english } from '../en/games.ts'

/** The spin wheel and the quiz. */
export const games: Record<keyof typeof english, string> = {
  'wheel.title': 'Gurudumu',
  'wheel.lead': 'Mzunguko mmoja kwa siku. Gurudumu likionyesha, hicho ndicho unachopata.',
  'wheel.label':
    '{count, plural, one {Gurudumu lenye sehemu #} other {Gurudumu lenye sehemu #}}, likionyesha pointi: {fields}',
  'wheel.odds': 'Uwezekano wa kushinda',
  'wheel.oddsText': 'Umekokotolewa kutoka jedwali ambalo seva inalitumia kuchagua.',
  'wheel.chance': '{percent}%',
  'wheel.spin': 'Zungusha gurudumu',
  'wheel.turning': 'Gurudumu linazunguka...',
  'wheel.won': 'Umeshinda',
  'wheel.nothing': 'Hakuna pointi safari hii. Kesho gurudumu ni lako tena.',
  'wheel.announceWon': 'Gurudumu limesimama. Umeshinda {amount}.',
  'wheel.announceNothing': 'Gurudumu limesimama. Hakuna pointi safari hii.',
  'wheel.spunTitle': 'Umeshazungusha leo',
  'wheel.opensAgain': 'Litakuwa lako tena {time}.',
  'wheel.closedTitle': 'Gurudumu limefungwa kwa sasa',
  'wheel.closedText': 'Hakuna kilichopotea: huhesabiwa mara moja kwa siku, na unapozungusha tu.',
  'wheel.lockedTitle': 'Gurudumu huja na premium',
  'wheel.lockedText':
    'Wanachama wa premium huzungusha mara moja kwa siku na wanaweza kushinda hadi {amount}.',
  'wheel.failedTitle': 'Gurudumu halijazungushwa',

  'quiz.title': 'Chemsha bongo',
  'quiz.lead':
    'Maswali machache, mara moja kwa siku. Kila jibu sahihi huleta pointi, lisilo sahihi halikugharimu.',
  'quiz.lockedTitle': 'Chemsha bongo huja na premium',
  'quiz.lockedText':
    'Wanachama wa premium hujibu maswali mapya kila siku na kupata pointi kwa kila jibu sahihi.',
  'quiz.closedTitle': 'Hakuna chemsha bongo kwa sasa',
  'quiz.closedText': 'Maswali mapya yatakuja hivi karibuni. Angalia tena kesho.',
  'quiz.progress': 'Swali la {number} kati ya {count}',
  'quiz.progressBar': 'Maendeleo',
  'quiz.worth': 'Jibu sahihi hupata',
  'quiz.required': 'Tafadhali chagua jibu ili uendelee.',
  'quiz.previous': 'Rudi nyuma',
  'quiz.next': 'Endelea',
  'quiz.submit': 'Tuma majibu',
  'quiz.kept': 'Majibu yako yamewekwa kwenye kifaa hiki hadi uyatume. Huhesabiwa mara moja.',
  'quiz.failedTitle': 'Majibu yako bado hayajafika',
  'quiz.doneTitle': 'Umeshafanya chemsha bongo ya leo',
  'quiz.score': '{correct} kati ya {total} ni sahihi',
  'quiz.earned': 'Umepata',
  'quiz.opensAgain': 'Maswali mapya {time}.',
  'quiz.review': 'Majibu yako',
  'quiz.right': 'Sahihi',
  'quiz.wrong': 'Si sahihi',
  'quiz.yours': 'Jibu lako',
  'quiz.solution': 'Jibu sahihi',
}
