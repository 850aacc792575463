import { PREMIUM_ADDS } from '@chuma/contract/tasks/premium-adds'

const adds = PREMIUM_ADDS.en

/** ICU messages. Values are plain text: HTML is escaped in the finished sentence. */
export const en = {
  greeting: 'Hello {firstName},',
  greetingNameless: 'Hello,',
  linkFallback: 'If the button does not work, copy this link into your browser:',
  footer: 'Sent by {productName}. Questions? Write to {supportEmail}.',
  'footer.optional':
    'You can turn off emails like this one in your settings, under Notifications: {settingsUrl}',

  'verification.subject': 'Confirm your email address for {productName}',
  'verification.why': 'Please confirm your email address. Opening the link also signs you in.',
  'verification.action': 'Confirm my email address',
  'verification.expiry':
    'The link works once, for {expiresInMinutes, plural, one {# minute} other {# minutes}}. A newer link replaces it.',
  'verification.notYou':
    'If you did not sign up, ignore this email: nobody can use the account without the link.',

  'addressTaken.subject': 'You already have an account with {productName}',
  'addressTaken.why': 'Someone tried to sign up with this email address, which already has an account.',
  'addressTaken.you':
    'If it was you, sign in instead. If you never confirmed your address, the sign-in page can send you a new link.',
  'addressTaken.action': 'Go to the sign-in page',
  'addressTaken.notYou': 'If it was not you, you need not do anything: your account has not changed.',

  'link.expiry':
    'The link works once, for {expiresInMinutes, plural, one {# minute} other {# minutes}}. Do not share it: anyone who has it can open your account.',

  'signInLink.subject': 'Your link to sign in to {productName}',
  'signInLink.why': 'Open this link on the device you want to sign in on. You do not need a password.',
  'signInLink.action': 'Sign in',
  'signInLink.notYou':
    'If you did not ask for it, ignore this email: nobody can get into your account without the link.',

  'passwordReset.subject': 'Set a new password for {productName}',
  'passwordReset.why':
    'Open this link to set a new password. Until you do, your current password keeps working.',
  'passwordReset.action': 'Set a new password',
  'passwordReset.notYou':
    'If you did not ask for it, ignore this email: your password has not changed, and nobody can change it without the link.',

  'accountClosing.subject': 'Your account with {productName} is being deleted',
  'accountClosing.why':
    'Someone, perhaps you, asked for a link to your account. We did not create one, because you asked us to delete the account. It will be deleted on {day}.',
  'accountClosing.keep':
    'Until then you can keep it: sign in with your email address and password, and choose to keep your account. If you have forgotten your password, write to {supportEmail} from this address.',
  'accountClosing.action': 'Go to the sign-in page',
  'accountClosing.still': 'If you still want it deleted, you need not do anything.',

  'newSignIn.subject': 'A new device signed in to your {productName} account',
  'newSignIn.what':
    'Someone signed in to your account on a new device. If it was you, you need not do anything.',
  'newSignIn.which': 'Device: {device}\nTime: {moment} in {place}',
  'newSignIn.off': 'You can turn these emails off in your settings.',

  'passwordChanged.subject': 'Your password for {productName} was changed',
  'passwordChanged.what':
    'Your password has just been changed, and every other device was signed out. If it was you, you need not do anything.',

  'passwordChanged.passkeysRemoved':
    '{passkeysRemoved, plural, one {Your passkey was removed, so it no longer opens the account. You can add it again in your settings.} other {Your # passkeys were removed, so they no longer open the account. You can add them again in your settings.}}',
  'passwordChanged.passkeysLeft':
    '{passkeysLeft, plural, one {One passkey still opens the account.} other {# passkeys still open the account.}} You can see and remove them in your settings.',

  'emailChange.subject': 'Confirm your new email address for {productName}',
  'emailChange.why':
    'Someone who is signed in to {productName} asked to use this email address for their account. If you confirm it, the account moves to this address.',
  'emailChange.action': 'Use this email address',
  'emailChange.notYou': 'If you did not ask for it, ignore this email, and nothing will change.',

  'emailChangeNotice.subject': 'Someone asked to change your email address for {productName}',
  'emailChangeNotice.what':
    'Someone who is signed in to your account asked to move it to the address {newEmail}. It moves when the link we sent there is opened. If it was you, you need not do anything here.',

  'emailChanged.subject': 'Your email address for {productName} was changed',
  'emailChanged.what':
    'Your account has moved to the address {newEmail}. We now write to you there, and this address no longer opens the account. If it was you, you need not do anything.',
  'emailChanged.action': 'Contact us',

  'deletionRequested.subject': 'Your account with {productName} will be deleted on {day}',
  'deletionRequested.what':
    'You asked us to delete your account. It is now closed, and every device was signed out. On {day} we permanently remove your name, your addresses and phone numbers, your answers and your messages. We keep the record of points and payments, without anything that identifies you.',
  'deletionRequested.keep':
    'Until then you can change your mind: sign in with your email address and password, and choose to keep your account.',
  'deletionRequested.action': 'Keep my account',
  'deletionRequested.open':
    'The {heldPoints, plural, one {# point that you asked to withdraw is} other {# points that you asked to withdraw are}} still paid out. If that takes longer, we keep your account until it is done.',
  'deletionRequested.points':
    'The {points, plural, one {# point} other {# points}} in your balance will be lost on that day. If you want the money, keep your account and withdraw it first.',
  'deletionRequested.noPoints': 'Any points in your balance on that day are lost.',
  'deletionRequested.notYou':
    'If it was not you, sign in, keep the account, and change your password at once: someone knows your password.',

  'payoutNumberAdded.subject': 'A withdrawal of {amount} to a new destination was requested',
  'payoutNumberAdded.what':
    'Someone who is signed in to your account asked to withdraw {points, plural, one {# point} other {# points}} ({amount}) to {method, select, mpesa {an M-Pesa number} airtel {an Airtel Money number} airtime {airtime for the number} paypal {a PayPal account} other {a bank account}} that you have not used before: {destination}.',
  'payoutNumberAdded.you':
    'If it was you, you need not do anything. {isHeld, select, true {The withdrawal is on hold: the withdrawal page says why, and what ends that sooner.} other {Our team decides about it before it is paid.}}',

  'withdrawalPaid.subject': 'We have sent you {amount}',
  'withdrawalPaid.what':
    'Your withdrawal of {points, plural, one {# point} other {# points}} has been paid: {amount} is on its way to you.',
  'withdrawalPaid.tax':
    'You requested {gross}. We withheld {tax} as tax for the revenue authority and sent {amount}.',
  'withdrawalPaid.receipt': 'Payment reference: {receipt}',
  'withdrawalPaid.action': 'See my withdrawals',

  'withdrawalRejected.subject': 'Your withdrawal of {amount} was not approved',
  'withdrawalRejected.what':
    'We could not approve your withdrawal of {amount}. {points, plural, one {The point is} other {All # points are}} back in your balance.',
  'withdrawalRejected.reason': 'Reason: {reason}',
  'withdrawalRejected.action': 'See my withdrawals',

  'payoutCorrected.subject':
    '{kind, select, returned {Your payment of {amount} came back} late {Your payment of {amount} arrived after all} other {Your payment of {amount} arrived twice}}',
  'payoutCorrected.what':
    '{kind, select, returned {We paid you {amount}, but the money came back to us.} late {We had told you that your withdrawal was not paid, and gave the points back. The payment of {amount} has arrived after all, so we have taken {points, plural, one {the point} other {the # points}} again.} other {We paid you {amount}, and the same payment arrived a second time. For the second one we have taken {points, plural, one {# point} other {# points}} from your balance.}}',
  'payoutCorrected.note': 'What happened: {note}',
  'payoutCorrected.next':
    '{kind, select, returned {{points, plural, =0 {No points were given back.} one {The point is back in your balance. Please check where you want to be paid, and ask again.} other {All # points are back in your balance. Please check where you want to be paid, and ask again.}}} other {If you had spent them, your balance is now below zero. The next points that you earn settle it, and until then nothing is paid out.}}',
  'payoutCorrected.help': 'If you see this differently, write to {supportEmail}. A person will look at it.',

  'taxChanged.subject': 'Your withdrawal: the tax has changed',
  'taxChanged.what':
    'Of your withdrawal of {amount} we announced {announced} of withholding tax. It is now {tax}, so {sent} is sent to you.',
  'taxChanged.why':
    'Tax is due on the day of payment, and the rate changed after your request. We pay it to the Kenya Revenue Authority in your name.',
  'taxChanged.action': 'See your tax',
  'debtWrittenOff.subject': 'You owe us nothing any more',
  'debtWrittenOff.what':
    'Your balance was below zero. We have written off {points, plural, one {the point} other {the # points}} that you owed.',
  'debtWrittenOff.next': 'Your balance is 0 again, and all points that you earn from now on are yours.',

  'debtMoved.subject': 'Your balance: a debt from an account you deleted',
  'debtMoved.what':
    'You had an account with us before, and deleted it while it owed us {points, plural, one {# point} other {# points}}. We have taken this from the balance of this account.',
  'debtMoved.next':
    'The points you earn settle the debt first. Your withdrawals wait until it is settled, and you do not have to ask again.',
  'debtMoved.action': 'Write to us',
  'debtMoved.appeal':
    'Was it not your account, or is the debt wrong? Write to us. A person looks at it, and can cancel the debt.',

  'accountSuspended.subject': 'Your account with {productName} is suspended',
  'accountSuspended.what': 'We have suspended your account. Nobody can sign in to it until this is settled.',
  'accountSuspended.reason': 'Reason: {reason}',
  'accountSuspended.points': 'You keep your points: nothing was taken from your balance.',
  'accountSuspended.disagree': 'If you disagree, write to us, and a person will look at it again.',
  'accountSuspended.action': 'Write to us',

  'accountRestored.subject': 'Your account with {productName} is open again',
  'accountRestored.what': 'The suspension of your account has ended. You can sign in as before.',
  'accountRestored.action': 'Sign in',

  'payoutsPaused.subject': 'Your payouts are paused',
  'payoutsPaused.what':
    'We have paused your payouts. Until this is settled you cannot request a withdrawal, and approved ones wait.',
  'payoutsPaused.reason': 'Reason: {reason}',
  'payoutsPaused.points': 'You keep your points and can continue to earn.',
  'payoutsPaused.disagree':
    'If you disagree, tell us why on the withdrawal page. We read and answer every appeal.',
  'payoutsPaused.action': 'Read more and appeal',

  'payoutsResumed.subject': 'Your payouts have resumed',
  'payoutsResumed.what':
    'Your payouts are no longer paused. We are sending approved withdrawals now, and you can request new ones.',
  'payoutsResumed.reason': 'What we found: {reason}',
  'payoutsResumed.action': 'See my withdrawals',

  'appealAnswered.subject': 'Our answer to your appeal',
  'appealAnswered.what': 'We have read your appeal. Your payouts stay paused for now.',
  'appealAnswered.answer': 'Our answer: {answer}',
  'appealAnswered.action': 'See the details',

  'testMail.subject': '[{productName}] Mail works',
  'testMail.greeting': 'Hello,',
  'testMail.what': 'this is the test mail you asked for. {productName} can send mail to its members.',
  'testMail.action': 'Continue the set-up',
  'testMail.next': 'If it arrived in the spam folder, check the SPF and DKIM records of your domain.',
  'testMail.footer': 'Sent by {productName} because its owner asked for a test.',
  'operator.greeting': 'To everyone who looks after payouts:',
  'operator.action': 'Open the staff page',
  'operator.footer': 'Sent by {productName} to its own support address.',
  'queueStopped.subject': '[{productName}] Payouts are stopped',
  'queueStopped.what':
    'Payments through {provider} are stopped. Approved withdrawals wait in the queue, and members see that. Stopped by: {stoppedBy}.',
  'queueStopped.reason': 'Reason: {reason}',
  'queueStopped.report': 'The provider’s answer: {code}: {reason}',
  'queueStopped.next':
    'Fix the cause first. Then resume the queue, with a note of what you did. Payments already sent are still being followed.',
  'owners.greeting': 'To the owners of {productName}:',
  'owners.footer': 'Sent by {productName} to each of its owners.',
  'owners.footerSupport':
    'Sent by {productName} to its support address, because none of its owners has an email address.',
  'companyChanged.subject': '[{productName}] {change}',
  'companyChanged.change':
    '{action, select, create_staff {A staff account was created} staff_role {The role of a staff account was changed} staff_disabled {A staff account was disabled} staff_enabled {A staff account was enabled} staff_reset {The password and second factor of a staff account were reset} staff_email {The email address of a staff account was changed} member_role {The admin role of a member was changed} api_key_created {An API key was created} api_key_revoked {An API key was revoked} economy_changed {Rates and limits were changed} economy_preset_chosen {Rates and limits were chosen from a preset} create_partner {A partner was added} update_partner {A partner was changed} webhook_created {A webhook was created} webhook_changed {A webhook was changed} webhook_secret_rotated {The secret of a webhook was replaced} webhook_retired {A webhook was retired} payout_queue_resumed {Payouts were resumed} automatic_payout_resumed {Auto-approval was resumed} payout_contradiction {The provider contradicts what it said about a payment. The payouts of its member are paused} partner_near_ceiling {A partner owes nearly as much as its ceiling allows. Its next credits will wait for staff} alarm_raised {An alarm was raised. The page System and docs/operations.md say what to do} alarm_cleared {An alarm is over} approval_lone {A change that nobody else can approve runs in 24 hours, unless someone cancels it} other {Something was changed}}',
  'companyChanged.what': '{change}: {subject}.',
  'companyChanged.who': 'By: {actor}',
  'companyChanged.when': 'When: {when}',
  'companyChanged.from': 'From the address: {address}',
  'companyChanged.fromServer': 'From a command on the server itself',
  'companyChanged.next':
    'If you know of this change, there is nothing to do. If nobody on your team made it, act now: open “Staff & keys”, disable the account that made it and revoke its keys, then read in the audit log what else it did.',
  'root.subject': '[{productName}] The root of the books of {day}',
  'root.what':
    'This is the signed root of the books at the end of {day}. It says how many members, postings, points and audit entries there were.',
  'root.next':
    'Keep this email. If you ever doubt the books, save the line between braces as {file} and choose that file under “System”, next to “Check the ledger”: it shows whether anything was cut from the books since then.',

  'contactMessage.subject': '[{productName} contact form] {subject}',
  'contactMessage.what': 'Someone has written to {productName} with the contact form.',
  'contactMessage.account': 'The sender was signed in as {accountEmail}.',
  'contactMessage.visitor': 'The sender was not signed in.',
  'contactMessage.warning':
    'The sender typed every line that begins with >, and nobody has checked them. Answer this email to write to the address given there.',
  'contactMessage.name': 'Name: {name}',
  'contactMessage.email': 'Email: {email}',
  'contactMessage.line': 'Subject: {subject}',
  'contactMessage.footer': 'Sent by the contact form of {productName}.',

  'contactReply.greeting': 'You wrote to {productName}. This is our answer:',
  'contactReply.quoted': 'On {day} you wrote:',
  'contactReply.footer':
    'Sent by the support team of {productName}. To continue, answer this email or write to {supportEmail}.',

  'premiumStarted.subject': 'Your {productName} premium runs until {day}',
  'premiumStarted.what': `You have premium until {day}: ${adds.known} are open to you.`,
  'premiumStarted.action': 'Start earning',
  'premiumStarted.noRenewal': 'It does not renew automatically. We remind you before it ends.',

  'premiumEnding.subject': 'Your {productName} premium ends on {day}',
  'premiumEnding.what':
    'Your premium ends on {day}. It does not renew automatically, and you are not charged unless you ask for it.',
  'premiumEnding.points': 'You keep your points, and surveys stay free.',
  'premiumEnding.action': 'Continue with premium',
  'premiumEnding.price': 'A month costs {amount}. If you do not want to continue, you need not do anything.',

  'clientLink.subject': 'Your link to the surveys of {organisation}',
  'clientLink.why':
    'Open this link to see the surveys that {organisation} commissioned from us: progress, results and data.',
  'clientLink.action': 'See the surveys',
  'clientLink.expiry':
    'The link works {mostUses, plural, one {# time} other {# times}}, for {days, plural, one {# day} other {# days}}. Do not share it: anyone who has it sees what you see.',
  'clientComment.subject': 'New comment on “{title}”',
  'clientComment.team': 'Our team answered in the thread about “{title}”:',
  'clientComment.author': '{author} wrote about “{title}”:',
  'clientComment.action': 'Read and answer',

  'passkeyAdded.subject': 'A passkey was added to your {productName} account',
  'passkeyAdded.what':
    'The passkey “{name}” has just been added to your account. From now on it opens the account without your password. If it was you, you need not do anything.',

  'passkeyRemoved.subject': 'A passkey was removed from your {productName} account',
  'passkeyRemoved.what':
    'The passkey “{name}” no longer opens your account. Your password still does. If it was you, you need not do anything.',

  'automaticStopped.subject': '[{productName}] Auto-approval is stopped',
  'automaticStopped.what':
    'No withdrawal is approved without a person any more. New ones wait for staff, and none is lost. Stopped by: {trippedBy}.',
  'automaticStopped.next':
    'Find the cause first. Then ask for the release, to which a second person has to agree: {url}',
  'floatLow.subject': '[{productName}] The payout account is running low',
  'floatLow.what': 'Our account with {provider} holds {amount} for payouts. Larger payouts wait.',
  'floatLow.next':
    'Add money to the account. Waiting payouts are checked every ten minutes and then sent automatically.',

  'proofApproved.subject': 'Approved: {title}',
  'proofApproved.what':
    'We have checked your proof for “{title}” and added {points, plural, one {# point} other {# points}} to your balance.',
  'proofApproved.action': 'See my points',

  'proofRejected.subject': 'Not approved: {title}',
  'proofRejected.what': 'We have checked your proof for “{title}” and could not approve it.',
  'proofRejected.reason': 'Reason: {reason}',
  'proofRejected.again': 'You can submit a new proof.',
  'proofRejected.action': 'Try again',

  'surveyReview.subject':
    '{news, select, held {We need more time for your answers: {title}} rejected {Not paid: {title}} returned {Points taken back: {title}} rejectedOnAppeal {Your appeal was decided: {title}} other {Paid: {title}}}',
  'surveyReview.what':
    '{news, select, held {We are still checking your answers to “{title}”. {points, plural, one {# point arrives} other {# points arrive}} by {time} at the latest.} rejected {We have checked your answers to “{title}” and did not pay for them.} returned {We have checked your answers to “{title}” again and rejected them. {points, plural, one {# point was} other {# points were}} taken back from your balance.} rejectedOnAppeal {Somebody else has looked at your answers to “{title}” again. They are still not paid.} paidOnAppeal {Somebody else has looked at your answers to “{title}” again, and you were right. {points, plural, one {# point is} other {# points are}} in your balance.} other {We have checked your answers to “{title}”. {points, plural, one {# point is} other {# points are}} in your balance.}}',
  'surveyReview.reason': 'Reason: {reason}',
  'surveyReview.why.too-fast': 'You answered faster than the questions can be read.',
  'surveyReview.why.faster-than-others': 'You took much less time than most people.',
  'surveyReview.why.not-opened': 'The survey was answered without being opened.',
  'surveyReview.why.attention-check': 'A question that checks attention has a wrong answer.',
  'surveyReview.why.contradiction': 'Some of your answers contradict each other.',
  'surveyReview.why.straight-line': 'You gave the same answer throughout.',
  'surveyReview.why.same-as-others': 'Your words are those of several other members.',
  'surveyReview.why.same-answers': 'All your choices are those of another member.',
  'surveyReview.why.same-device': 'Several members answered on the same device.',
  'surveyReview.why.same-as-own': 'You gave the same words to several questions or surveys.',
  'surveyReview.why.pace': 'You answered several surveys in less time than they take.',
  'surveyReview.why.nonsense': 'We could not understand what you wrote.',
  'surveyReview.why.repeated': 'Several of your surveys were in doubt that day.',
  'surveyReview.appeal':
    'Do you disagree? You can appeal once, in the list of your surveys. Another person then decides.',
  'surveyReview.action': 'See my surveys',

  'claimCredited.subject': 'Your claim for “{title}” was granted',
  'claimCredited.what':
    'We have checked “{title}” and added {points, plural, one {# point} other {# points}} to your balance.',
  'claimDeclined.subject': 'Your claim for “{title}” was declined',
  'claimDeclined.what': 'We have checked “{title}” and could not credit it.',
  'claim.reason': 'Reason: {reason}',
  'claim.action': 'See my activity',

  'notMe.action': 'This wasn’t me',
  'notMe.press':
    'If it was not you, press the button. It signs out every device, ends your password so that nobody can use it, and lets you set a new one. It works once, for 7 days.',
  'notMe.help': 'If the button does not work, write to {supportEmail} from this address.',

  'passkeyAdded.notYou':
    'If it was not you, press the button. It removes this passkey, signs out every device, ends your password so that nobody can use it, and lets you set a new one. It works once, for 7 days.',

  'payoutNumberAdded.notYou':
    'If it was not you, press the button. It signs out every device, removes the new destination, ends your password so that nobody can use it, and lets you set a new one. It works once, for 7 days.',

  'emailChangeNotice.notYou':
    'If it was not you, press the button. It stops the move, or undoes it if it has happened, signs out every device and lets you set a new password. It works once, for 7 days.',

  'emailChanged.notYou':
    'If it was not you, press the button. It moves your account back to this address, signs out everyone, holds your withdrawals and lets you set a new password. It works once, for 7 days, even if the address is changed again.',
  'emailChanged.undo': 'This wasn’t me: undo',
  'emailChanged.contact':
    'If it was not you, write to {supportEmail} at once, from this address, so that we can stop withdrawals and help you get your account back.',

  'emailUndone.subject': 'This address no longer opens a {productName} account',
  'emailUndone.what':
    'The owner of an account that had moved to this address has undone the move. The account is at its former address again, every device was signed out, and this address no longer opens it.',
  'emailUndone.you': 'If you think that this is a mistake, write to {supportEmail} from this address.',
} as const
