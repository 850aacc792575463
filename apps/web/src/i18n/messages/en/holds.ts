/** Why a withdrawal is on hold, in the member's words. Points are *held*; a withdrawal is *on hold*. */
export const holds = {
  'holds.title': 'On hold',
  'holds.until': 'Until {when}, {left} at the latest.',
  'holds.open': 'Until this is settled.',
  'holdReason.first-payout': 'This is your first payment, so our team has time to check it.',
  'holdReason.new-destination': 'Nothing was ever paid to this number or account before.',
  'holdReason.credentials-changed':
    'The password, a passkey or a device of your account changed a short while ago.',
  'holdReason.email-changed': 'The email address of your account changed a short while ago.',
  'holdReason.shared-destination': 'We are checking that this number or account is yours.',
  'holdReason.shared-mailbox': 'We are checking that each person has one account.',
  'holdReason.survey-quality': 'We are checking the answers of a survey that earned these points.',
  'holdReason.unsettled-credits':
    'It needs points that we granted on a claim, and the partner has not confirmed them yet.',
  'holdReason.debt':
    'A partner took back points that you had already withdrawn, so your balance is below zero.',
  'holdReason.cluster': 'We are checking that each person has one account.',
  'holdReason.restored':
    'We restored our records from a backup, and are checking whether this payment went out already.',
  'holdReason.account-unreadable': 'We can no longer read your account number. Nothing was paid.',
  'holdEnds.first-payout': 'It ends sooner if our team approves the payment.',
  'holdEnds.new-destination':
    'This protects you if someone else used your account. It ends sooner if our team has checked it.',
  'holdEnds.credentials-changed':
    'This protects you if it was not you: write to us then. It ends sooner if our team has checked it.',
  'holdEnds.email-changed':
    'This protects you if it was not you: write to us then. It ends sooner if our team has checked it.',
  'holdEnds.shared-destination':
    'It ends when you prove that it is yours with a code, or when our team has checked it.',
  'holdEnds.shared-mailbox': 'It ends when our team has checked it.',
  'holdEnds.survey-quality': 'It ends sooner if our team accepts the answers.',
  'holdEnds.unsettled-credits':
    'It ends sooner if the partner confirms them, if you earn as many other points, or if our team has checked it.',
  'holdEnds.debt': 'It ends when new points bring your balance to zero.',
  'holdEnds.cluster': 'We decide within 7 days of holding it.',
  'holdEnds.restored': 'It ends when our team has compared it with the statement.',
  'holdEnds.account-unreadable':
    'Cancel this request and make a new one. If you can’t, our team gives the points back.',
  'holdEnds.phone':
    'Many accounts came from your network with the same kind of phone. It ends sooner if our team has checked it.',
  'waitReason.held': 'It is on hold for the reason below. Your points stay yours.',
  'nextStep.held': 'It goes out as soon as nothing holds it any more.',
  'nextStep.heldUntil': 'It goes out on {when} at the earliest.',
  'withdrawalLine.held': 'on hold',
} as const
