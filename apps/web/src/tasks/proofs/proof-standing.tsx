import type { ProvenTask } from '@chuma/contract/tasks/tasks'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import classes from '../task-card.module.css'

type Proof = NonNullable<ProvenTask['proof']>

const FACES = {
  submitted: { tone: 'wait', Icon: IconClock },
  approved: { tone: 'good', Icon: IconCheck },
  rejected: { tone: 'bad', Icon: IconX },
} as const satisfies Record<Proof['state'], unknown>

/** What became of what was handed in. */
export function ProofStanding({ proof }: { proof: Proof }) {
  const t = useT()
  const { state, reason, submittedAt } = proof
  const { tone, Icon } = FACES[state]
  const time = formatDateTime(submittedAt)
  return (
    <div className={classes.standing}>
      <StatusBadge tone={tone} icon={<Icon size={16} />}>
        {t(`proof.${state}`)}
      </StatusBadge>
      {reason && (
        <p>
          <strong>{t('proof.reason')}:</strong> {reason}
        </p>
      )}
      <p className={classes.quiet}>
        {state === 'rejected' ? t('proof.rejectedText') : t(`proof.${state}Text`, { time })}
      </p>
    </div>
  )
}
