/** ICU messages. Values are plain text here; whatever writes HTML escapes the finished sentence. */
export const en = {
  greeting: 'Hello {firstName},',
  greetingNameless: 'Hello,',
  linkFallback: 'If the button does not work, copy this address into your browser:',
  footer: 'Sent by {productName}. Questions? Write to {supportEmail}.',
  'footer.optional':
    'You can turn emails like this one off in your settings, under Notifications: {settingsUrl}',

  'verification.subject': 'Confirm your email address for {productName}',
  'verification.why': 'Please confirm that this is your email address. You are signed in as soon as you do.',
  'verification.action': 'Confirm my email address',
  'verification.expiry':
    'The link works once, for {expiresInMinutes, plural, one {# minute} other {# minutes}}. A newer one replaces it.',
  'verification.notYou':
    'Did you not sign up? Then ignore this email: without the link, nobody can use the account.',

  'addressTaken.subject': 'You already have an account with {productName}',
  'addressTaken.why': 'Somebody tried to use this email address for an account, and it already has one.',
  'addressTaken.you':
    'If it was you, sign in instead. If your address was never confirmed, the sign-in page can send you a new link.',
  'addressTaken.action': 'Go to the sign-in page',
  'addressTaken.notYou': 'If it was not you, there is nothing to do: nothing about your account has changed.',

  'link.expiry':
    'The link works once, for {expiresInMinutes, plural, one {# minute} other {# minutes}}. Give it to nobody: whoever has it can open your account.',

  'signInLink.subject': 'Your link to sign in to {productName}',
  'signInLink.why': 'Open this link on the device on which you want to sign in. You need no password.',
  'signInLink.action': 'Sign in',
  'signInLink.notYou':
    'Did you not ask for it? Then ignore this email: without the link, nobody gets into your account.',

  'passwordReset.subject': 'Set a new password for {productName}',
  'passwordReset.why': 'Open this link to set a new password. Until you do, the old one stays as it is.',
  'passwordReset.action': 'Set a new password',
  'passwordReset.notYou':
    'Did you not ask for it? Then ignore this email: your password stays as it is, and without the link nobody can change it.',

  'accountClosing.subject': 'Your account with {productName} is being deleted',
  'accountClosing.why':
    'Somebody, perhaps you, asked for a link to get into your account. We have made none, because you asked us to delete the account. That will be done on {day}.',
  'accountClosing.keep':
    'Until then you can keep it: sign in with your email address and password, and choose to keep your account. If you have forgotten the password, write to {supportEmail} from this address.',
  'accountClosing.action': 'Go to the sign-in page',
  'accountClosing.still': 'If you still want it deleted, there is nothing to do.',

  'newSignIn.subject': 'A new device signed in to your {productName} account',
  'newSignIn.what':
    'Somebody signed in to your account with your password, on a device that had not been used for it before. If it was you, there is nothing to do.',
  'newSignIn.which': 'Device: {device}\nTime: {moment} in Nairobi',
  'newSignIn.notYou':
    'If it was not you, set a new password now: that signs every device out. If you cannot, write to {supportEmail}.',
  'newSignIn.action': 'Set a new password',
  'newSignIn.off': 'You can turn these emails off in your settings.',

  'passwordChanged.subject': 'Your password for {productName} was changed',
  'passwordChanged.what':
    'Your password was changed just now, and every other device was signed out. If it was you, there is nothing to do.',
  'passwordChanged.notYou':
    'If it was not you, set a new password at once. That signs everybody else out. Then write to {supportEmail}, so that we can look at your withdrawals with you.',
  'passwordChanged.action': 'Set a new password',

  'emailChange.subject': 'Confirm your new email address for {productName}',
  'emailChange.why':
    'Somebody who is signed in to {productName} asked to use this email address for his account. Confirm it, and the account moves to this address.',
  'emailChange.action': 'Use this email address',
  'emailChange.notYou': 'Did you not ask for it? Then ignore this email, and nothing will change.',

  'emailChangeNotice.subject': 'Somebody asked to change your email address for {productName}',
  'emailChangeNotice.what':
    'Somebody who is signed in to your account asked to move it to the address {newEmail}. That happens when the link that we sent there is opened. If it was you, there is nothing to do here.',
  'emailChangeNotice.notYou':
    'If it was not you, change your password now: that stops the move and signs every other device out. If you cannot sign in, write to {supportEmail}.',
  'emailChangeNotice.action': 'Change my password',

  'emailChanged.subject': 'Your email address for {productName} was changed',
  'emailChanged.what':
    'Your account has moved to the address {newEmail}. From now on we write to you there, and this address no longer opens it. If it was you, there is nothing to do.',
  'emailChanged.notYou':
    'If it was not you, write to {supportEmail} at once, from this address, so that we can stop withdrawals and help you get your account back.',
  'emailChanged.action': 'Contact us',

  'deletionRequested.subject': 'Your account with {productName} will be deleted on {day}',
  'deletionRequested.what':
    'You asked us to delete your account. It is closed from now on, and every device was signed out. On {day} we remove your name, your addresses and telephone numbers, your answers and your messages for good. What stays is the record of points and payments, without anything that names you.',
  'deletionRequested.keep':
    'Until that day you can change your mind: sign in with your email address and password, and choose to keep your account.',
  'deletionRequested.action': 'Keep my account',
  'deletionRequested.open':
    'The {heldPoints, plural, one {# point that you asked to withdraw is} other {# points that you asked to withdraw are}} still paid out. Should that take longer, we keep your account until it is settled.',
  'deletionRequested.points':
    'The {points, plural, one {# point} other {# points}} in your balance will be lost on that day. If you want the money, keep your account and withdraw it first.',
  'deletionRequested.noPoints': 'Points that are in your balance on that day are lost.',
  'deletionRequested.notYou':
    'Was it not you? Then sign in, keep the account, and change your password at once: somebody knows the one you have.',

  'payoutNumberAdded.subject': 'A withdrawal of {amount} to a new place was requested',
  'payoutNumberAdded.what':
    'Somebody who is signed in to your account asked to withdraw {points, plural, one {# point} other {# points}} ({amount}) to {method, select, mpesa {an M-Pesa number} paypal {a PayPal account} other {a bank account}} that you have not used before: {destination}.',
  'payoutNumberAdded.you':
    'If it was you, there is nothing to do. We look at such a withdrawal before we pay it.',
  'payoutNumberAdded.action': 'Set a new password',
  'payoutNumberAdded.notYou':
    'If it was not you, set a new password now: that signs every device out. Then write to {supportEmail} at once, so that we can stop the withdrawal.',

  'withdrawalPaid.subject': 'We have sent you {amount}',
  'withdrawalPaid.what':
    'Your withdrawal of {points, plural, one {# point} other {# points}} has been paid: {amount} is on its way to you.',
  'withdrawalPaid.tax':
    'You asked for {gross}. {tax} of it was withheld as tax and goes to the revenue authority; {amount} was sent.',
  'withdrawalPaid.receipt': 'Payment reference: {receipt}',
  'withdrawalPaid.action': 'See my withdrawals',

  'withdrawalRejected.subject': 'Your withdrawal of {amount} was not approved',
  'withdrawalRejected.what':
    'We could not approve your withdrawal of {amount}. {points, plural, one {The point is} other {All # points are}} back in your balance.',
  'withdrawalRejected.reason': 'The reason: {reason}',
  'withdrawalRejected.action': 'See my withdrawals',

  'accountSuspended.subject': 'Your account with {productName} is suspended',
  'accountSuspended.what': 'We have suspended your account. Until this is settled nobody can sign in to it.',
  'accountSuspended.reason': 'The reason: {reason}',
  'accountSuspended.points': 'Your points stay yours: nothing was taken from your balance.',
  'accountSuspended.disagree': 'Do you disagree? Write to us, and somebody will look at it again.',
  'accountSuspended.action': 'Write to us',

  'accountRestored.subject': 'Your account with {productName} is open again',
  'accountRestored.what': 'The suspension of your account has ended. You can sign in as before.',
  'accountRestored.action': 'Sign in',

  'payoutsPaused.subject': 'Your payouts are paused',
  'payoutsPaused.what':
    'We have paused your payouts. Until this is settled you cannot ask for a withdrawal, and what was approved waits.',
  'payoutsPaused.reason': 'The reason: {reason}',
  'payoutsPaused.points': 'Your points stay yours, and you go on earning as before.',
  'payoutsPaused.disagree':
    'Do you disagree? Tell us on the withdrawal page what we should know. We read every appeal and answer it.',
  'payoutsPaused.action': 'Read more and appeal',

  'payoutsResumed.subject': 'Your payouts go on',
  'payoutsResumed.what':
    'Your payouts are no longer paused. What was approved is sent now, and you can withdraw as before.',
  'payoutsResumed.reason': 'What we found: {reason}',
  'payoutsResumed.action': 'See my withdrawals',

  'appealAnswered.subject': 'Our answer to your appeal',
  'appealAnswered.what': 'We have read your appeal. Your payouts stay paused for now.',
  'appealAnswered.answer': 'Our answer: {answer}',
  'appealAnswered.action': 'See how it stands',

  'operator.greeting': 'For whoever looks after payouts:',
  'operator.action': 'Open the staff’s page',
  'operator.footer': 'Sent by {productName} to its own support address.',
  'queueStopped.subject': '[{productName}] Payouts are stopped',
  'queueStopped.what':
    'No payment leaves through {provider} any more. What is approved waits in the queue, and members see that it does. Stopped by: {stoppedBy}.',
  'queueStopped.reason': 'The reason: {reason}',
  'queueStopped.report': 'What the provider said: {code}: {reason}',
  'queueStopped.next':
    'Put the cause right first. Then let the queue go on, with a note of what you did. Payments that were on their way are still followed.',
  'floatLow.subject': '[{productName}] There is too little money to pay members',
  'floatLow.what': 'Our account with {provider} holds {amount} for payouts. What is larger than that waits.',
  'floatLow.next': 'Fill the account up. What waits is looked at every ten minutes and leaves by itself.',

  'contactMessage.subject': '[{productName} contact form] {subject}',
  'contactMessage.what': 'Somebody has written to {productName} through the contact form.',
  'contactMessage.account': 'The sender was signed in as {accountEmail}.',
  'contactMessage.visitor': 'The sender was not signed in.',
  'contactMessage.warning':
    'Every line that begins with > was typed by the sender, and nobody has checked it. Answer this email to write to the address given there.',
  'contactMessage.name': 'Name: {name}',
  'contactMessage.email': 'Email: {email}',
  'contactMessage.line': 'Subject: {subject}',
  'contactMessage.footer': 'Sent by the contact form of {productName}.',

  'contactReply.greeting': 'You wrote to {productName}. This is our answer:',
  'contactReply.quoted': 'On {day} you wrote:',
  'contactReply.footer':
    'Sent by the support team of {productName}. Answer this email, or write to {supportEmail}, to go on.',

  'premiumStarted.subject': 'Your {productName} premium runs until {day}',
  'premiumStarted.what':
    'You have premium until {day}: videos, ads, the daily quiz, the wheel and social tasks are open to you.',
  'premiumStarted.action': 'Start earning',
  'premiumStarted.noRenewal': 'It does not renew by itself. We remind you before it ends.',

  'premiumEnding.subject': 'Your {productName} premium ends on {day}',
  'premiumEnding.what':
    'Your premium ends on {day}. It does not renew by itself, and nothing is charged unless you ask for it.',
  'premiumEnding.points': 'Your points stay yours, and surveys stay free.',
  'premiumEnding.action': 'Go on with premium',
  'premiumEnding.price': 'A month costs {amount}. If you do not want to go on, there is nothing to do.',

  'claimCredited.subject': 'Your claim for “{title}” was granted',
  'claimCredited.what':
    'We have looked into “{title}”. {points, plural, one {# point is} other {# points are}} in your balance.',
  'claimDeclined.subject': 'Your claim for “{title}” was declined',
  'claimDeclined.what': 'We have looked into “{title}” and could not credit it.',
  'claim.reason': 'The reason: {reason}',
  'claim.action': 'See my activity',

  'proofApproved.subject': 'Approved: {title}',
  'proofApproved.what':
    'We have looked at what you handed in for “{title}”. {points, plural, one {# point is} other {# points are}} in your balance.',
  'proofApproved.action': 'See my points',

  'proofRejected.subject': 'Not approved: {title}',
  'proofRejected.what': 'We have looked at what you handed in for “{title}” and could not approve it.',
  'proofRejected.reason': 'The reason: {reason}',
  'proofRejected.again': 'You can hand it in once more.',
  'proofRejected.action': 'Try again',
} as const
