import type { ParamsOf } from '@chuma/contract/problems'
import * as z from 'zod'

const none = z.object({})

/** What successful calls tell people, and the parameters of its text. */
export const noticeTable = {
  SIGN_UP_MAILED: none,
  SIGN_UP_TAKEN: none,
  SIGN_UP_READY: none,
  VERIFICATION_REQUESTED: none,
  SIGN_IN_LINK_REQUESTED: none,
  PASSWORD_RESET_REQUESTED: none,
  SIGNED_OUT: none,
  DEVICE_SIGNED_OUT: none,
  CLIENT_ERASED: none,
  OTHER_DEVICES_SIGNED_OUT: none,
  MEMBER_SIGNED_OUT: none,
  SECOND_FACTOR_OFF: none,
  STEPPED_UP: none,
  PAYOUT_DETAILS_FORGOTTEN: none,
  NUMBER_PROVEN: none,
  NUMBER_IN_REVIEW: none,
  MESSAGE_SENT: none,
  ANSWER_SAVED: none,
  QUOTA_FULL: none,
  QUOTA_OTHERS: none,
  ANSWERS_CHECKED: z.object({ points: z.int(), hours: z.int() }),
  OFFER_DELETED: none,
  SPUN: z.object({ points: z.int() }),
  AD_TOO_SHORT: none,
  PAGE_VIEW_COUNTED: none,
  APPROVAL_FAILED: none,
} as const satisfies Record<string, z.ZodObject>

export type NoticeCode = keyof typeof noticeTable
type NoticeParams<Code extends NoticeCode> = z.infer<(typeof noticeTable)[Code]>
export type Notice = { [Code in NoticeCode]: { code: Code; params: NoticeParams<Code> } }[NoticeCode]

/** An answer from core; the edge adds the text of its `message`. */
export type Unworded<Answer extends { message?: string | undefined }> = Omit<Answer, 'message'> & {
  message: Answer['message'] extends string ? Notice : Notice | undefined
}

export function notice<Code extends NoticeCode>(code: Code, ...[params]: ParamsOf<NoticeParams<Code>>) {
  return { code, params: params ?? {} } as Notice
}
