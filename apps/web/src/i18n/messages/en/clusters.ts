/** Groups of accounts that seem to belong to one person. */
export const clusters = {
  'clusters.title': 'Account clusters',
  'clusters.text':
    'Accounts that seem to belong to one person, the highest score first. Families share phones: look before you decide.',
  'clusters.list': 'Clusters',
  'clusters.none': 'No clusters',
  'clusters.noneText': 'Groups of accounts appear here when enough connects them.',
  'clusters.accounts': '{count, plural, one {# account} other {# accounts}}',
  'clusters.stateAndScore': '{state} · {score} of 100',
  'clusters.atStake': 'At stake',
  'clusters.back': 'All clusters',
  'clusters.why': 'Why they belong together',
  'clusters.whyText': 'The score is {score} of 100. What speaks for the members lowers it.',
  'staffNav.clusters': 'Clusters',
  'clusters.points': '{sign}{points, number}',
  'clusters.map': 'Drawing',
  'clusters.drawing':
    'Drawing of {count} accounts and what connects them. The table of members says the same.',
  'clusters.sizes': 'Larger circles have more points.',
  'clusters.members': 'Members',
  'clusters.member': 'Member',
  'clusters.shares': 'Shares',
  'clusters.balance': 'Points',
  'clusters.asked': 'Asked for',
  'clusters.paid': 'Paid',
  'clusters.sharesPhone': 'Declares a shared phone',
  'clusters.signUps': 'Sign-ups',
  'clusters.minutesLater':
    '{minutes, plural, =0 {in the same minute} one {# minute later} other {# minutes later}}',
  'clusters.decided': '{state} by {name}, {time}: {reason}',
  'clusters.ownTitle': 'This cluster is not yours to decide',
  'clusters.own': 'An account of your own is in it: {names}. Somebody else decides about all of it.',
  'clusters.effect': 'What happens',
  'clusters.reasonRead': 'Each member reads it, and can appeal.',
  'clusters.reasonKept': 'Kept in the audit log of each member.',
  'clusters.effectHeld':
    '{count, plural, =0 {No open withdrawal is held} one {# open withdrawal of {amount} is held} other {# open withdrawals of {amount} are held}}, and new ones too',
  'clusters.effectWait':
    '{count, plural, =0 {No open withdrawal waits} one {# open withdrawal of {amount} waits} other {# open withdrawals of {amount} wait}}',
  'clusters.effectReleased':
    '{count, plural, =0 {No hold ends} one {The hold on # withdrawal ends} other {The holds on # withdrawals end}}',
  'clusters.effectPaused':
    '{count, plural, one {Payouts of # member are paused} other {Payouts of # members are paused}}{before, plural, =0 {} other {, # were paused before}}',
  'clusters.effectPaid': '{amount} was paid to them already',
  'clusters.effectDismissed': 'The cluster comes back only for a new account or a new reason',
  'clusters.doneTitle': 'Decided',
  'clusters.done': 'The cluster is now: {state}.',

  'clusterState.found': 'To decide',
  'clusterState.held': 'On hold',
  'clusterState.paused': 'Payouts paused',
  'clusterState.released': 'Released',
  'clusterState.dismissed': 'Dismissed',
  'clusterState.closed': 'Closed',

  'clusterDecision.hold': 'Hold withdrawals',
  'clusterDecision.release': 'Release',
  'clusterDecision.pause': 'Pause payouts',
  'clusterDecision.dismiss': 'Dismiss as a family',

  'clusterEffect.hold':
    'Withdrawals of all {count, plural, one {# member} other {# members}} wait. They read that we check that each person has one account, and by when we decide.',
  'clusterEffect.release':
    'Withdrawals of all {count, plural, one {# member} other {# members}} go on as before.',
  'clusterEffect.pause':
    'Payouts of all {count, plural, one {# member} other {# members}} stop until somebody lifts the pause of each.',
  'clusterEffect.dismiss':
    'You say that these {count, plural, one {# account} other {# accounts}} belong to different people.',

  'clusterEdge.mailbox': 'Same mailbox',
  'clusterEdge.destination': 'Same payout destination',
  'clusterEdge.device': 'Same device',
  'clusterEdge.invitation': 'Invited',
  'clusterEdge.timing': 'Same minutes',

  'clusterPlace.mpesa': 'M-Pesa number',
  'clusterPlace.bank': 'bank account',
  'clusterPlace.paypal': 'PayPal address',
  'clusterPlace.any': 'payout destination',

  'clusterReason.one-mailbox': '{count} of {of} accounts use one mailbox',
  'clusterReason.one-destination': '{count} accounts were paid to or asked for one {place}',
  'clusterReason.one-device': '{count} of {of} accounts used one device',
  'clusterReason.invited-each-other': '{count} of {of} invited one another',
  'clusterReason.signed-up-together':
    '{count} sign-ups within {minutes, plural, one {# minute} other {# minutes}}',
  'clusterReason.earned-together': '{count} of {of} earn the same things in the same minutes',
  'clusterReason.many-accounts': '{count} accounts are more than a family has',
  'clusterReason.own-destinations': '{count} of {of} have proven a payout destination of their own',
  'clusterReason.own-devices': '{count} of {of} have used a device of their own for months',
  'clusterReason.good-surveys': '{count} of {of} completed surveys carefully',
  'clusterReason.known-to-staff': '{count} of {of} are known to staff as different people',
} as const
