import * as z from 'zod'

const none = z.object({})
const name = z.object({ name: z.string() })
const max = z.object({ max: z.int() })
const language = z.object({ language: z.string() })
const renamed = z.object({ name: z.string(), code: z.string() })

/** What can be wrong with an XLSForm, what of it is left out or changed, and what one cannot hold of a questionnaire. */
export const xlsformProblems = {
  XLSFORM_NOT_A_WORKBOOK: none,
  XLSFORM_OLD_FORMAT: none,
  XLSFORM_TOO_LARGE: none,
  XLSFORM_TOO_MANY_ROWS: z.object({ sheet: z.string(), max: z.int() }),
  XLSFORM_SHEET_MISSING: none,
  XLSFORM_COLUMN_MISSING: name,
  XLSFORM_COLUMN_REPEATED: name,
  XLSFORM_COLUMN_UNUSED: z.object({ name: z.string(), count: z.int() }),
  XLSFORM_MACROS: none,
  XLSFORM_LANGUAGE_UNKNOWN: language,
  XLSFORM_LANGUAGE_MISSING: language,
  XLSFORM_NO_ENGLISH: language,
  XLSFORM_TEXT_WITHOUT_ENGLISH: language,
  XLSFORM_LABEL_MISSING: name,
  XLSFORM_TEXT_CUT: max,
  XLSFORM_NAME_MISSING: none,
  XLSFORM_NAME_CHANGED: renamed,
  XLSFORM_CODES_CHANGED: renamed.extend({ list: z.string(), count: z.int() }),
  XLSFORM_NAME_REPEATED: renamed,
  XLSFORM_NAME_UNKNOWN: name,
  XLSFORM_NAME_LEFT_OUT: name,
  XLSFORM_NAME_LATER: name,
  XLSFORM_LOOP: name,
  XLSFORM_TYPE: name,
  XLSFORM_REPEAT: none,
  XLSFORM_GROUP_OPEN: name,
  XLSFORM_GROUP_NOT_OPEN: none,
  XLSFORM_LIST_UNKNOWN: name,
  XLSFORM_CHOICE_REPEATED: z.object({ name: z.string(), list: z.string() }),
  XLSFORM_OPTIONS_FEW: none,
  XLSFORM_OPTIONS_MANY: max,
  XLSFORM_OTHER_MERGED: name,
  XLSFORM_REQUIRED_RULE: none,
  XLSFORM_MESSAGE_OURS: none,
  XLSFORM_FUNCTION: name,
  XLSFORM_EXPRESSION_UNREADABLE: z.object({ part: z.string() }),
  XLSFORM_EXPRESSION_LONG: none,
  XLSFORM_QUESTIONS_MANY: max,
  XLSFORM_SECTIONS_MERGED: max,
  XLSFORM_ROW_REFUSED: z.object({ part: z.string() }),
  XLSFORM_NOTHING_LEFT: none,
  XLSFORM_PART_UNSAID: z.object({ part: z.string() }),
} as const satisfies Record<string, z.ZodObject>
