import type { Plan } from './provider-book.ts'
import type { Step, StepName } from './steps.ts'

type Sequence = [plans: Plan[], steps: Step[]]

const accepted = (fate: Plan['fate']): Plan => ({ send: 'accepted', fate })
const lost = (fate: Plan['fate']): Plan => ({ send: 'taken, reply lost', fate })
const killed = (fate: Plan['fate']): Plan => ({ send: 'killed after it was taken', fate })
const busy = (fate: Plan['fate']): Plan => ({ send: 'busy, but taken', fate })
const dropped: Plan = { send: 'dropped, reply lost', fate: 'paid' }
const refused: Plan = { send: 'refused', fate: 'paid' }

/** Of the first member. */
const steps = (...names: StepName[]): Step[] => names.map((name) => ({ name, who: 0 }))
/** What the three members ask for, and staff approve, in the order of the plans. */
const allApproved: Step[] = [0, 1, 2].flatMap((who) => [
  { name: 'ask', who },
  { name: 'approve', who },
])
const approved = steps('ask', 'approve')

/** Sequences that together take every step of a withdrawal and of a payment, which chance alone takes in hundreds. */
export const FIXED_SEQUENCES: Sequence[] = [
  // Nothing was sent: the member, staff and the provider's absence decide.
  [[], steps('ask', 'cancel', 'ask', 'reject', 'pay after a rejection')],
  [[], steps('ask', 'approve', 'undo', 'reject', 'ask', 'approve', 'reject')],
  [[], steps('remove providers', 'ask', 'approve', 'undo', 'approve', 'pay by hand')],
  [[], steps('ask for a bank transfer', 'approve', 'reject')],
  [[], [...approved, ...steps('retire providers', 'work', 'reject')]],
  // Sent and answered.
  [
    [accepted('reversed'), accepted('late'), accepted('busy')],
    [...allApproved, ...steps('work', 'results', 'work', 'second thoughts', 'statement', 'desk')],
  ],
  [[accepted('paid')], [...approved, ...steps('work', 'timeouts', 'work')]],
  [[accepted('paid')], [...approved, ...steps('work', 'remove providers', 'time', 'work', 'judge')]],
  [[accepted('busy')], [...approved, ...steps('work', 'retire providers', 'results', 'work')]],
  // The reply is lost, and a message, a query or nothing says what became of it.
  [
    [lost('paid'), lost('member'), lost('busy')],
    [...allApproved, ...steps('work', 'time', 'work', 'answers', 'results', 'work')],
  ],
  [[lost('busy')], [...approved, ...steps('work', 'retire providers', 'results', 'work')]],
  [
    [dropped, lost('paid')],
    [
      ...allApproved.slice(0, 4),
      ...steps('work', 'time', 'work', 'time', 'work', 'time', 'work'),
      ...[0, 1].map((who): Step => ({ name: 'judge', who })),
    ],
  ],
  // The sender dies.
  [
    [killed('paid'), killed('member'), killed('busy')],
    [...allApproved, ...steps('work', 'results', 'work')],
  ],
  [[killed('busy')], [...approved, ...steps('work', 'retire providers', 'results', 'work')]],
  [[killed('paid')], [...approved, ...steps('work', 'time', 'work')]],
  [[killed('paid')], [...approved, ...steps('work', 'remove providers', 'time', 'work')]],
  // The provider says that it is busy, and took it all the same.
  [
    [busy('paid'), busy('member')],
    [...allApproved.slice(0, 4), ...steps('work', 'results', 'work')],
  ],
  [[busy('paid')], [...approved, ...steps('work', 'timeouts', 'work')]],
  [[busy('paid')], [...approved, ...steps('work', 'lower the limit', 'time', 'work')]],
  // It will never take it, and another provider, or a person, pays instead.
  [
    [refused, refused],
    [...allApproved.slice(0, 4), ...steps('work', 'retry', 'remove providers'), { name: 'retry', who: 1 }],
  ],
]
