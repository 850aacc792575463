/** What can be wrong with the answers to a survey. `survey-measures.ts` says what each adds to the score. */
export const QUALITY_FLAGS = [
  /** Less time than reading the questions and answering them takes. */
  'too-fast',
  /** Less than a third of what others took for the same version. */
  'faster-than-others',
  /** The survey was never sent to the member: there is nothing to measure from. */
  'not-opened',
  /** A question that names its right answer was answered differently. */
  'attention-check',
  /** Answers that its author says cannot both be true. */
  'contradiction',
  /** The same rating, or the same place among the choices, all along. */
  'straight-line',
  /** An open answer in the words of several other members. */
  'same-as-others',
  /** All choices of a long survey as another member made them. */
  'same-answers',
  /** From the same network and kind of device as several other members who answered the survey. */
  'same-device',
  /** One open answer, given again to other questions or surveys. */
  'same-as-own',
  /** Several surveys in less time than they take one after the other. */
  'pace',
  /** An open answer of one character, of a run along the keyboard, or without any vowel. */
  'nonsense',
  /** Several surveys of the last day had a flag already. */
  'repeated',
] as const
export type QualityFlag = (typeof QUALITY_FLAGS)[number]

/** off: not looked for · doubt: adds to the score · hold: holds the reward alone. */
export const QUALITY_ACTIONS = ['off', 'doubt', 'hold'] as const
type Action = (typeof QUALITY_ACTIONS)[number]

/** What a survey makes of each sign that its answers are careless. */
export type AnswerQuality = {
  /** Answered in less than `percent` of the expected time. */
  time: { action: Action; percent: number }
  /** The same answer in `rows` rows of a grid, or all along. It holds alone only if all rows and ratings are alike. */
  straightLine: { action: Action; rows: number }
  duplicates: Action
  contradictions: Action
  checks: Action
  /** An honest answer can look strange to a program, so it never holds alone. */
  gibberish: Exclude<Action, 'hold'>
}

/** A third of the expected time is what a fast reader needs. */
const THIRD = 33

/** Of a survey with a questionnaire, which a client may pay for. */
export const QUESTIONNAIRE_QUALITY: AnswerQuality = {
  time: { action: 'hold', percent: THIRD },
  straightLine: { action: 'hold', rows: 3 },
  duplicates: 'hold',
  contradictions: 'doubt',
  checks: 'doubt',
  gibberish: 'doubt',
}

/** Of a plain list of questions: a quick first survey is paid at once (docs/decisions/0081). */
export const LIST_QUALITY: AnswerQuality = {
  ...QUESTIONNAIRE_QUALITY,
  time: { action: 'doubt', percent: THIRD },
  straightLine: { action: 'doubt', rows: 5 },
  duplicates: 'doubt',
}

/** Which of the rules decides about a flag, and whether that flag may hold a reward alone. The conduct of a member is no survey's setting. */
const RULES: Partial<Record<QualityFlag, { of: keyof AnswerQuality; holdsAlone: boolean }>> = {
  'too-fast': { of: 'time', holdsAlone: true },
  'not-opened': { of: 'time', holdsAlone: true },
  // Who skips a section by the rules of the survey is faster than most.
  'faster-than-others': { of: 'time', holdsAlone: false },
  'straight-line': { of: 'straightLine', holdsAlone: true },
  'same-as-others': { of: 'duplicates', holdsAlone: true },
  'same-answers': { of: 'duplicates', holdsAlone: true },
  // Families share phones.
  'same-device': { of: 'duplicates', holdsAlone: false },
  'same-as-own': { of: 'duplicates', holdsAlone: false },
  contradiction: { of: 'contradictions', holdsAlone: true },
  'attention-check': { of: 'checks', holdsAlone: true },
  nonsense: { of: 'gibberish', holdsAlone: false },
}

/** Return what a survey makes of a flag. */
export function actionFor(flag: QualityFlag, quality: AnswerQuality): Action {
  const rule = RULES[flag]
  if (!rule) return 'doubt'
  const set = quality[rule.of]
  const chosen = typeof set === 'string' ? set : set.action
  return chosen === 'hold' && !rule.holdsAlone ? 'doubt' : chosen
}
