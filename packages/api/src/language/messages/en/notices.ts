import type { NoticeCode } from '@chuma/core/notice'

export const notices = {
  SIGN_UP_MAILED: 'We have sent you an email. Open the link in it to sign in.',
  SIGN_UP_TAKEN: 'Sign in with this email address to go on.',
  SIGN_UP_READY: 'Your account is ready.',
  VERIFICATION_REQUESTED: 'If this address waits to be verified, a new link is on its way to it.',
  SIGN_IN_LINK_REQUESTED: 'If this address has an account, a sign-in link is on its way to it.',
  PASSWORD_RESET_REQUESTED:
    'If this address has an account, a link to set a new password is on its way to it.',
  SIGNED_OUT: 'You are signed out.',
  DEVICE_SIGNED_OUT: 'That device is signed out.',
  CLIENT_ERASED: 'Your account is deleted.',
  OTHER_DEVICES_SIGNED_OUT: 'All other devices are signed out.',
  MEMBER_SIGNED_OUT: 'This member is signed out everywhere.',
  STEPPED_UP: "Confirmed. For the next 5 minutes you won't be asked again.",
  SECOND_FACTOR_OFF: 'Your second factor is off.',
  PAYOUT_DETAILS_FORGOTTEN: 'These details are no longer saved.',
  NUMBER_PROVEN: 'This number is proven: it is yours, and your payments go there.',
  NUMBER_IN_REVIEW:
    'The code is right. Another account had proven this number before, so our staff decide whose it is now. You can withdraw meanwhile: the payment waits for their decision.',
  MESSAGE_SENT: "Thank you for contacting us! We'll get back to you within 24 hours.",
  ANSWER_SAVED: 'Answer saved',
  QUOTA_FULL: 'This survey already has enough people like you.',
  QUOTA_OTHERS: 'This survey is looking for other people.',
  ANSWERS_CHECKED:
    'We check your answers. {points, plural, one {# point arrives} other {# points arrive}} within {hours, plural, one {# hour} other {# hours}} at the latest.',
  OFFER_DELETED: 'Survey offer deleted successfully',
  SPUN: '{points, plural, =0 {No points this time. The wheel is yours again tomorrow.} one {You won # point!} other {You won # points!}}',
  AD_TOO_SHORT: 'Please spend more time on the ad to earn points.',
  PAGE_VIEW_COUNTED: 'Counted',
  APPROVAL_FAILED: 'Something went wrong here. Nothing was changed.',
} as const satisfies Record<NoticeCode, string>
