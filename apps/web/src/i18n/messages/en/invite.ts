export const invite = {
  'invite.title': 'Invite a friend',
  'invite.lead': 'How inviting works here, and how far each of your friends is.',
  'invite.teaser':
    'Tell somebody you know about us. When they have been paid for the first time, so are you.',
  'invite.perFriend': 'For each friend',
  'invite.code': 'Your invite code',
  'invite.link': 'Your link',
  'invite.copyCode': 'Copy code',
  'invite.copyLink': 'Copy link',
  'invite.share': 'Share',
  'invite.shareText':
    'Earn points for surveys and take them out as cash. Sign up with my invite code {code}:',
  'invite.howTitle': 'How it works',
  'invite.howPaid':
    'You get the bonus once for each friend, after their first withdrawal has been paid. A sign-up alone pays nothing.',
  'invite.howSingle':
    'Only friends who sign up with your own code count, up to {max, plural, one {# friend} other {# friends}}. Nothing is paid for whom they invite in turn.',
  'invite.howFree': 'There is nothing to pay, for you or for your friend, now or later.',
  'invite.fullTitle': 'All places are taken',
  'invite.fullText':
    'You have been paid for as many friends as we pay for. More friends are welcome, but bring you no bonus.',
  'invite.closedTitle': 'Invitations are closed',
  'invite.closedText':
    'We pay nothing for inviting friends at the moment, so there is no code to share. You can earn in every other way.',
  'invite.closedAction': 'See your ways to earn',
  'invite.friends': 'Your friends',
  'invite.friendsText':
    'Friends appear here once they have confirmed their email address. You never see what they earn.',
  'invite.places': '{paid} of {max} friends paid for',
  'invite.emptyTitle': 'Nobody yet',
  'invite.emptyText': 'Send your link to somebody who would like to earn here too.',
  'invite.joined': 'Joined',
  'invite.paidOn': 'Paid on {day}',
  'invite.gone': 'A friend who left',
  'invite.open': 'Your code and your friends',

  'inviteState.joined': 'Waiting',
  'inviteState.paid': 'Bonus paid',
  'inviteState.refused': 'No bonus',
  'inviteText.joined': 'The bonus comes after their first paid withdrawal.',
  'inviteText.paid': 'Their first withdrawal has been paid, and your bonus is in your account.',
  'inviteReason.programme-closed': 'Invitations were closed when their first withdrawal was paid.',
  'inviteReason.cap-reached': 'You had already been paid for as many friends as we pay for.',
  'inviteReason.same-person':
    'This account is paid at the same place as yours, or has the same mailbox, so it counts as your own.',
  'inviteReason.returning':
    'This person had an account before, which they deleted. We pay for new members only.',
  'inviteReason.inviter-suspended': 'Your account was suspended when their first withdrawal was paid.',
  'inviteReason.inviter-closing': 'Your account was being deleted when their first withdrawal was paid.',
  'inviteReason.inviter-left': 'Your account was deleted before their first withdrawal was paid.',
  'inviteReason.friend-left': 'The account was deleted before its first withdrawal was paid.',

  'signup.inviteCode': 'Invite code',
  'signup.inviteHint':
    'The friend who invited you will see your first name, the first letter of your last name, and whether they got a bonus for you.',
  'signup.inviteRemove': 'Sign up without a code',
  'signup.inviteAdd': 'I have an invite code',
} as const
