export const wallet = {
  'withdraw.title': 'Withdraw',
<<<<<<< HEAD
  'withdraw.lead': 'Turn your points into money, and follow it until it arrives.',
=======
  'withdraw.lead': 'Turn your points into money, and follow every payment.',
>>>>>>> member
  'withdraw.back': 'Back to Dashboard',

  'wallet.balanceTitle': 'Your balance',
  'wallet.availablePoints': 'Available Points',
  'wallet.cashValue': 'Cash value',
  'wallet.heldPoints': 'Held for withdrawals',
<<<<<<< HEAD
  'wallet.heldText': 'These points belong to open requests. They are paid out or returned to you.',
  'wallet.noPoints': 'You have nothing to withdraw yet. Your first survey takes a few minutes.',
=======
  'wallet.heldText':
    'Held points belong to requests that are under way. They are paid out, or they come back to you.',
  'wallet.noPoints': 'You have nothing to withdraw right now. A survey takes a few minutes.',
>>>>>>> member
  'wallet.toSurveys': 'Find a survey',

  'request.title': 'Request a withdrawal',
  'request.points': 'Points to Withdraw',
  'request.pointsHint': 'At least {min, plural, one {# point} other {# points}}. 1 point is {kesPerPoint}.',
  'request.method': 'Withdrawal Method',
  'request.chooseMethod': 'Choose a method',
  'request.mpesaNumber': 'M-Pesa Number',
  'request.mpesaPlaceholder': '07xxxxxxxx or 254xxxxxxxxx',
  'request.bankName': 'Bank Name',
  'request.accountNumber': 'Account Number',
  'request.accountName': 'Account Name',
  'request.paypalEmail': 'PayPal Email',
  'request.save': 'Save these details',
<<<<<<< HEAD
  'request.saveHint': "So you don''t have to type them again. Only you can see them.",
  'request.preview': 'You will receive',
  'request.gross': 'Value of your points',
=======
  'request.saveHint': 'You need not type them next time. Only you see them.',
  'request.preview': 'You receive',
  'request.previewTo': 'to {destination}',
  'request.max': 'Max',
  'request.maxLabel': 'Max: {points, plural, one {# point} other {# points}}',
  'request.duration': 'A withdrawal takes 3-5 business days.',
  'request.lately': 'Lately, half of our payments arrived within {wait}.',
  'request.tooFew': 'We have paid too few lately to name a typical time.',
  'request.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'request.hours': '{count, plural, one {# hour} other {# hours}}',
  'request.days': '{count, plural, one {# day} other {# days}}',
  'request.gross': 'Worth of your points',
>>>>>>> member
  'request.tax': 'Withholding tax ({percent}%)',
  'request.submit': 'Request Withdrawal',
  'request.pending': 'Submitting...',
  'request.missingTitle': 'Missing Information',
  'request.missing': 'Please fill in all required fields.',
  'request.minimumTitle': 'Invalid Amount',
  'request.minimum': 'Minimum withdrawal is {points} points ({kes}).',
  'request.wholeNumber': 'Enter a whole number of points.',
  'request.insufficientTitle': 'Insufficient Points',
  'request.insufficient': "You don''t have enough points for this withdrawal.",
  'request.missingMpesa': 'Please enter your M-Pesa number.',
  'request.missingBank': 'Please fill in all bank details.',
  'request.missingPaypal': 'Please enter your PayPal email.',
  'request.sentTitle': 'Withdrawal Request Submitted',
  'request.sent': 'Your request is under review. {kes} is held for it until then.',
  'request.failedTitle': 'Withdrawal Request Failed',
  'request.offline':
    'We could not reach the server. Check your connection and press the button again: your request is never sent twice.',

  'savedDetails.title': 'Saved payout details',
  'savedDetails.use': '{method}, {destination}',
  'savedDetails.other': 'Another destination',
  'savedDetails.forget': 'Forget {method}',
  'savedDetails.forgotten': 'Details removed',
  'savedDetails.forgottenText': '{method} details are no longer saved. Earlier withdrawals keep theirs.',
  'savedDetails.failed': 'Could not remove the details',
  'savedDetails.offline': 'We could not reach the server. Check your connection and try again.',

  'withdrawMethod.mpesa': 'M-Pesa',
  'withdrawMethod.bank': 'Bank Transfer',
  'withdrawMethod.paypal': 'PayPal',

  'history.title': 'Your withdrawals',
  'history.emptyTitle': 'No withdrawals yet',
  'history.emptyText': 'When you request your first one, you can follow it here until the money arrives.',
  'history.requested': 'Requested',
  'history.to': 'To',
  'history.receipt': 'Receipt',
  'history.tax': 'Tax withheld ({percent}%)',
  'history.sent': 'You receive',
  'history.paid': 'Paid',
<<<<<<< HEAD
  'history.review': 'Why we are taking a closer look',
=======
  'history.review': 'Why it is in review',
>>>>>>> member
  'history.adminMessage': 'Admin message',

  'withdrawal.status.pending': 'In review',
  'withdrawal.status.approved': 'Approved',
  'withdrawal.status.paid': 'Payment Completed!',
  'withdrawal.status.rejected': 'Rejected',
  'withdrawal.text.pending': 'We are checking your request. Its points are held for you until we decide.',
  'withdrawal.text.approved': 'Your payment will be processed within 24-48 hours.',
  'withdrawal.text.paid': 'The money has been sent.',
  'withdrawal.text.rejected': 'Your points have been restored to your account.',

  'nextStep.decision': 'Next: our team decides within 3-5 business days, by {day} at the latest.',
  'nextStep.byItself':
    'Next: our team takes a closer look and decides within 3-5 business days, by {day} at the latest.',
  'nextStep.decisionLate':
    'This is late. We promised a decision by {day}. Your points are still held for you.',
  'nextStep.payment': 'We send the money by {when} at the latest.',
  'nextStep.paymentLate':
    'This is late. We promised to send the money by {when}. Your points are still held for you.',
  'nextStep.until': 'We try again on {when}.',
  'nextStep.write': 'Write to us',
  'nextStep.writeText': 'and tell us when you requested it. We will look into it.',

  'waitReason.daily-limit': 'We have reached our daily limit. Your payment is among the next.',
  'waitReason.member-daily-limit':
<<<<<<< HEAD
    'You have reached the daily limit for one person. The rest follows tomorrow.',
  'waitReason.low-float': 'We need to top up our M-Pesa account first. Our team has been told.',
  'waitReason.busy': 'M-Pesa is busy. We try again automatically, and nothing is sent twice.',
  'waitReason.stopped': 'Payments are stopped while our team fixes a problem. Yours keeps its place.',
  'waitReason.paused': 'Your payouts are paused. This one keeps its place and goes out when the pause ends.',

  'payoutNews.manual': 'Next: our team sends the money and adds the reference here.',
  'payoutNews.queued': "The payment is queued and goes out automatically. You don''t need to do anything.",
  'payoutNews.sending': 'We are sending the payment to M-Pesa right now.',
  'payoutNews.sent': 'M-Pesa has accepted the payment. Next: its confirmation, usually within a minute.',
=======
    'You have received as much as may be sent to one person in one day. The rest follows.',
  'waitReason.low-float': 'Our account at M-Pesa has to be filled up first. Our team has been told.',
  'waitReason.busy': 'M-Pesa is busy. We try again automatically, and nothing is sent twice.',
  'waitReason.stopped': 'Payments are stopped while our team puts something right. Yours keeps its place.',
  'waitReason.paused':
    'Your payouts are paused. This one keeps its place and goes out once the pause is lifted.',

  'payoutNews.manual': 'Next: a person of our team sends the money and notes the reference here.',
  'payoutNews.queued': 'Your payment is queued and is sent automatically. There is nothing you need to do.',
  'payoutNews.sending': 'We are handing the payment to M-Pesa right now.',
  'payoutNews.sent': 'M-Pesa has taken the payment. Next: its confirmation, usually within a minute.',
>>>>>>> member
  'payoutNews.unknown':
    'M-Pesa has not confirmed yet whether the money went out. We keep asking, and we never send it again before we know.',
  'payoutNews.needs_review':
    'Our team has been told to look at this payment. Your points stay held until it is resolved.',
  'payoutNews.paid': 'M-Pesa has confirmed the payment.',
  'payoutNews.failed': 'The payment did not go through. Our team will send it again or return your points.',

  'transactions.title': 'Points history',
  'transactions.emptyTitle': 'No points yet',
  'transactions.emptyText':
    'What you earn and what you withdraw is listed here, with your balance after each.',
  'transactions.balance': 'Balance',
  'transactions.held': '{points, plural, one {# point held} other {# points held}}',
  'transactions.fromHeld': 'sent from held points',
  'times.zone': 'Times are in {zone}.',

  'withdrawal.pending': 'Pending',
  'withdrawal.approved': 'Approved',
  'withdrawal.paid': 'Paid',
  'withdrawal.rejected': 'Rejected',
} as const
