import * as z from 'zod'
import { questionnaireProblems } from './surveys/questionnaire/questionnaire-problems.ts'
import { xlsformProblems } from './surveys/questionnaire/xlsform-problems.ts'

const none = z.object({})

/** What can be wrong with a field of a client's. */
const clientProblems = {
  CLIENT_EMAIL_TAKEN: none,
  NOT_OWN_EMAIL: none,
  SURVEY_HAS_CLIENT: none,
  SURVEY_NOT_FOR_CLIENTS: none,
  DATASET_CHANGED: none,
  NOT_IN_FILE: none,
  RESPONDENT_DISPUTED: none,
} as const

const range = z.object({ minKes: z.number(), maxKes: z.number() })

/** Of ways to pay, and of what proves a payment; part of `problemTable`. */
const payoutProblems = {
  METHOD_CLOSED: z.object({ methods: z.array(z.string()) }),
  MPESA_OUT_OF_RANGE: range,
  AIRTEL_OUT_OF_RANGE: range,
  AIRTIME_OUT_OF_RANGE: range,
  PAYPAL_TOO_SMALL: z.object({ amountUsd: z.number() }),
  RECEIPT_MISSING: none,
  RECEIPT_TAKEN: none,
  ROW_MISSING: none,
  ROW_USED: none,
  ROW_OTHER_ACCOUNT: none,
  ROW_OTHER_KIND: none,
  ROW_OTHER_AMOUNT: z.object({ amountKes: z.number() }),
  ROW_OF_ANOTHER: none,
  NOT_AN_MPESA_RECEIPT: none,
  NOT_A_BANK_REFERENCE: none,
  NOT_A_PAYPAL_ID: none,
  NOT_AN_AIRTEL_RECEIPT: none,
  NOT_AN_AIRTIME_RECEIPT: none,
  NOTHING_WAITS: none,
  BATCH_COLUMN_MISSING: z.object({ column: z.string() }),
}

const min = z.object({ min: z.number() })
const max = z.object({ max: z.number() })
const field = z.object({ field: z.string() })
const columns = z.object({ columns: z.array(z.string()) })
const line = z.object({ line: z.int() })
const days = z.object({ days: z.int() })

/** What can be wrong with a field, and the parameters of its text. */
export const problemTable = {
  // Any field: what zod's own issues become.
  REQUIRED: none,
  UNKNOWN_FIELD: none,
  UNKNOWN_FIELD_NAMED: field,
  INVALID: none,
  NOT_JSON: none,
  WRONG_TYPE: z.object({ expected: z.string() }),
  NOT_AN_OPTION: z.object({ options: z.array(z.string()) }),
  TOO_SHORT: min,
  TOO_LONG: max,
  TOO_SMALL: min,
  TOO_BIG: max,
  NOT_ABOVE: min,
  NOT_BELOW: max,
  TOO_FEW: min,
  TOO_MANY: max,
  NOT_AN_ID: none,
  NOT_AN_EMAIL: none,
  NOT_A_DAY: none,
  NOT_A_MOMENT: none,
  NOT_A_MONTH: none,
  NOT_A_CURSOR: none,
  FIELD_NOT_VALID: field,

  // Several nouns.
  HIDDEN_CHARACTERS: none,
  UNTYPEABLE_CHARACTERS: none,
  TOO_MANY_DECIMALS: none,
  NOT_WHOLE_POINTS: none,
  NOT_WHOLE_DAYS: none,
  NOT_WHOLE_MINUTES: none,
  REPEATED: none,
  BELOW_FIELD: field,
  BEFORE_FIELD: field,
  REASON_MISSING: none,
  EVIDENCE_MISSING: none,
  REASON_FOR_MEMBER: none,
  REASON_FOR_STAFF: none,
  ANSWER_FOR_MEMBER: none,
  NAME_TAKEN: none,
  NOT_HTTPS: none,
  NOT_A_WHOLE_ADDRESS: none,
  NOT_A_WHOLE_LINK: none,
  PARTNER_UNKNOWN: none,
  PERIOD_TOO_LONG: days,
  NOTHING_CHANGED: none,

  // auth, account and staff
  SIGN_UP_INCOMPLETE: none,
  LOG_IN_INCOMPLETE: none,
  STAFF_LOG_IN_INCOMPLETE: none,
  EMAIL_TO_VERIFY_MISSING: none,
  PASSWORD_TOO_SHORT: min,
  PASSWORD_COMMON: none,
  PASSWORD_UNCHANGED: none,
  PASSWORDS_DIFFER: none,
  NOT_A_TOKEN: none,
  NOT_A_FACTOR_CODE: none,
  PASSKEY_REFUSED: none,
  PASSKEYS_FULL: none,
  FACTOR_CODE_WRONG: none,
  FACTOR_CODE_NOT_SHOWN: none,
  NOT_A_USERNAME: none,
  KEY_NAME_USED: none,
  KEY_MINTS_AND_PAYS: none,
  NOT_A_NETWORK: none,
  PERSON_MISSING: none,
  PERSON_UNKNOWN: none,
  SEARCH_TOO_SHORT: none,
  BALANCE_BELOW_ZERO: none,
  TOTAL_BELOW_ZERO: none,
  NOT_AN_INVITE_CODE: none,
  INVITE_CODE_UNKNOWN: none,
  TIME_ZONE_UNKNOWN: none,
  TAX_CLASS_BEGUN: none,
  TAX_REFERENCE_INVALID: none,
  TAX_REFERENCE_TAKEN: none,
  TAX_AMOUNT_DIFFERS: z.object({ amountKes: z.number() }),
  TAX_BOOKS_DIFFER: z.object({ month: z.string(), taxKes: z.number(), bookedKes: z.number() }),
  PIN_INVALID: none,

  // inbox
  NAME_TOO_SHORT: min,
  SUBJECT_TOO_SHORT: min,
  MESSAGE_TOO_SHORT: min,

  // wallet and payouts
  ...clientProblems,
  ...payoutProblems,
  WITHDRAWAL_INCOMPLETE: none,
  MPESA_NUMBER_MISSING: none,
  BANK_DETAILS_MISSING: none,
  BANK_DETAILS_INVALID: none,
  PAYPAL_EMAIL_MISSING: none,
  NOT_A_KENYAN_NUMBER: none,
  NOT_AN_ACCOUNT_NUMBER: none,
  NOT_A_TEXTED_CODE: none,
  NOT_AN_IDEMPOTENCY_KEY: none,
  NOTHING_AFTER_TAX: none,
  BELOW_MINIMUM: z.object({ points: z.int(), amountKes: z.number() }),
  AMOUNT_DIFFERS: z.object({ points: z.int(), amountKes: z.number() }),
  MONTH_OUT_OF_RANGE: z.object({ first: z.string(), last: z.string() }),
  APPEAL_TOO_SHORT: min,
  REMEDY_MISSING: none,
  IDS_OR_ALL: none,

  // surveys and tasks
  QUIZ_QUESTION_UNKNOWN: none,
  ANSWER_NOT_IN_WORDS: max,
  OPTIONS_TOO_FEW: min,
  OPTIONS_UNUSED: none,
  ANSWER_IMPOSSIBLE: none,
  ...questionnaireProblems,
  ...xlsformProblems,
  END_BEFORE_START: none,
  NOT_A_YOUTUBE_LINK: none,
  POINTS_OUT_OF_RANGE: z.object({ min: z.int(), max: z.int() }),
  PROMISE_MISSING: none,
  AMOUNT_BUYS_NOTHING: none,

  // files
  FILE_EMPTY: none,
  FILE_TOO_LARGE: z.object({ megabytes: z.int() }),
  FILE_WITHOUT_ROWS: none,
  CSV_UNREADABLE: z.object({ detail: z.string() }),
  TOO_MANY_ROWS: max,
  COLUMNS_MISSING: columns,
  COLUMNS_UNKNOWN: columns,
  COLUMNS_REPEATED: columns,
  ROW_ID_UNEXPECTED: none,
  ROW_VERSION_MISSING: none,
  NOT_YES_OR_NO: none,
  QUESTION_EXISTS: none,
  QUESTION_REPEATED: line,
  QUESTION_UNKNOWN: none,
  QUESTION_CHANGED: none,
  ID_REPEATED: line,
  NOT_A_RECEIPT: none,
  NOT_AN_AMOUNT: none,
  AMOUNT_AMBIGUOUS: none,
  OTHER_CURRENCY: none,
  AMOUNT_IN_NEITHER: none,
  AMOUNT_IN_BOTH: none,
  NOT_A_PHONE_NUMBER: none,
  NOT_A_FILE_MOMENT: none,
  MOMENT_IN_FUTURE: none,
  MONTH_NOT_OVER: none,
  NOTHING_TO_INVOICE: none,
  RECEIPT_BOOKED: none,
  RATE_UNLIKELY: z.object({ rate: z.number() }),
  NOT_IN_USD: none,
  STATUS_UNKNOWN: none,
  NO_TRANSACTION: none,
  NOT_A_USD_AMOUNT: none,
  NOT_A_FILE_DAY: z.object({ format: z.string() }),
  FILE_IS_EXCEL: none,
  FILE_ENCODING_UNKNOWN: none,
  HEADER_MISSING: columns,
  LAYOUT_UNKNOWN: z.object({ found: z.array(z.string()), columns: z.array(z.string()) }),
  DATE_ORDER_UNKNOWN: z.object({ example: z.string() }),
  SIDE_UNMAPPED: z.object({ column: z.string() }),
  SIDE_WITHOUT_AMOUNT: none,
  NOT_A_SIDE: none,
  HEADER_ROW_WITHOUT: z.object({ row: z.int(), columns: z.array(z.string()) }),
  ROW_TOO_LONG: max,

  // books
  CAUSE_MISSING: none,
  DAY_NOT_BEGUN: none,
  DAY_TOO_EARLY: none,
  STATEMENT_TOO_LONG: days,
  MAPPING_AMOUNT_MISSING: none,
  MAPPING_UNKNOWN: none,
  MAPPING_BALANCE: none,
  PAYMENT_MISSING: none,
  PAYMENT_MATCHED: none,
  PAYMENT_OPEN: none,
  NOTE_MISSING: none,

  // webhooks
  URL_WITH_PASSWORD: none,
  URL_WITH_PORT: none,
  URL_NOT_PUBLIC: none,

  // partners
  NOT_A_PARAMETER: none,
  NOT_A_PLACE: none,
  NOT_A_PLACE_BESIDE_BODY: none,
  NOT_A_PLACE_IN_QUERY: none,
  NOT_PRINTABLE: none,
  NOT_AN_ADDRESS_RANGE: none,
  ADDRESS_RANGE_TOO_WIDE: none,
  UNKNOWN_VALUE_PAYS: none,
  TEMPLATE_BRACE: none,
  SCHEME_WITHOUT_AMOUNT: none,
  SCHEME_WITHOUT_POINTS: none,
  SCHEME_WITHOUT_SECRET: none,
  SCHEME_COVERS_NOTHING: none,
  SCHEME_SIGNS_SIGNATURE: none,
  SCHEME_OMITS_UNSIGNED: none,
  SCHEME_WITHOUT_ADDRESSES: none,
  SCHEME_UNCOVERED: z.object({ parts: z.array(z.string()) }),
  SCHEME_TRANSACTION_UNCOVERED: none,
} as const satisfies Record<string, z.ZodObject>

export type ProblemCode = keyof typeof problemTable
export type ProblemParams<Code extends ProblemCode> = z.infer<(typeof problemTable)[Code]>
export type Problem = { [Code in ProblemCode]: { code: Code; params: ProblemParams<Code> } }[ProblemCode]
/** The problems of each refused field, by its path (`answers.3`). */
export type FieldProblems = Record<string, Problem[]>

/** Optional if the code has no parameters. */
export type ParamsOf<Params> = Record<never, never> extends Params ? [params?: Params] : [params: Params]

export function problem<Code extends ProblemCode>(code: Code, ...[params]: ParamsOf<ProblemParams<Code>>) {
  return { code, params: params ?? {} } as Problem
}

/** The bounds of a check such as `min(6)` can be omitted: zod reports them. */
type SaidParams<Params> = Omit<Params, 'min' | 'max'> & Partial<Params>

/**
 * Give a schema's check its own code: `z.string().min(1, refuse('REASON_MISSING'))`. Zod keeps only a check's message, so
 * the message carries the code and the parameters; `toFieldProblems` parses them.
 */
export function refuse<Code extends ProblemCode>(
  code: Code,
  ...[params]: ParamsOf<SaidParams<ProblemParams<Code>>>
): { error: string } {
  return { error: params ? `${code} ${JSON.stringify(params)}` : code }
}

/** Parse what `refuse` wrote; undefined for zod's own messages. */
export function readRefusal(message: string): { code: ProblemCode; params: object } | undefined {
  const [code = ''] = message.split(' ', 1)
  if (!Object.hasOwn(problemTable, code)) return undefined
  const params = message.slice(code.length)
  return { code: code as ProblemCode, params: params === '' ? {} : JSON.parse(params) }
}
