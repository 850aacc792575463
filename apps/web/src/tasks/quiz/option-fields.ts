/** The four options of a question, by letter. */
export const OPTION_FIELDS = [
  { letter: 'A', field: 'optionA' },
  { letter: 'B', field: 'optionB' },
  { letter: 'C', field: 'optionC' },
  { letter: 'D', field: 'optionD' },
] as const
