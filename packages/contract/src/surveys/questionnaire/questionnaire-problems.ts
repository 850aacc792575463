import * as z from 'zod'

const none = z.object({})
const max = z.object({ max: z.number() })
const code = z.object({ code: z.string() })
const sums = z.object({ sum: z.number(), total: z.number() })

/** What can be wrong with a questionnaire, with answers to it, with quotas and with the weights of its results. */
export const questionnaireProblems = {
  SHARES_NOT_ONE: none,
  SURVEY_QUESTION_HIDDEN: none,
  SURVEY_VERSION_CHANGED: z.object({ version: z.int() }),
  ANSWER_NOT_ON_SCALE: z.object({ from: z.int(), to: z.int() }),
  ANSWER_NOT_A_NUMBER: none,
  ANSWER_TOO_PRECISE: max,
  ANSWER_NOT_CHOICES: none,
  ANSWER_TOO_MANY: max,
  ANSWER_EXCLUSIVE: none,
  ANSWER_OTHER_WORDS: none,
  ANSWER_NOT_ROWS: none,
  ANSWER_ROWS_MISSING: none,
  CODE_REPEATED: code,
  LABEL_REPEATED: none,
  KIND_REPEATED: none,
  TRANSLATION_MISSING: z.object({ language: z.string() }),
  SCREENING_LATE: none,
  SCREEN_OUT_LATE: none,
  REFERENCE_UNKNOWN: code,
  REFERENCE_LATER: code,
  REFERENCE_COMPUTED: none,
  END_READS_OPTIONAL: code,
  DIVIDES_BY_NOTHING: none,
  QUESTION_UNREACHABLE: code,
  OPTION_UNREACHABLE: code,
  CONDITION_NEVER: none,
  CONDITION_ALWAYS: none,
  LOGIC_TOO_COSTLY: none,
  SURVEY_ASKS_ELSEWHERE: none,
  QUESTIONNAIRE_MISSING: none,
  QUOTA_ATTRIBUTE_UNKNOWN: code,
  QUOTA_QUESTION_UNKNOWN: code,
  QUOTA_OPTION_UNKNOWN: code,
  QUOTA_GROUP_UNKNOWN: code,
  QUOTA_ABOVE_TOTAL: sums,
  QUOTA_BELOW_TOTAL: sums,
  QUOTA_CELL_UNREACHABLE: code,
  QUOTA_AFTER_START: none,
  QUOTA_FROZEN: none,
  QUOTA_TARGET_TAKEN: z.object({ taken: z.int() }),
  LINE_UNREADABLE: z.object({ line: z.int() }),
  LOGIC_TOO_DEEP: max,
  LOGIC_TOO_LARGE: max,
  LOGIC_UNKNOWN_OPERATION: none,
} as const satisfies Record<string, z.ZodObject>
