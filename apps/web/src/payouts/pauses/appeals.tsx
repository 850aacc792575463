import type { AdminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Button, Group, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { actorName, useMay } from '../../ui/frame/staff-member.tsx'
import { useArrival } from '../data.ts'
import classes from '../withdrawals.module.css'
import { AnswerDialog } from './answer-dialog.tsx'

export const APPEALED = { state: 'appealed' } as const
const POLL_MS = 30_000

/** How many appeals against a pause wait for an answer; the oldest pause first, once asked. Renders nothing if there are none. */
export function OpenAppeals() {
  const t = useT()
  const { isHere, target } = useArrival<HTMLElement>('appeals')
  const [isOpen, setOpen] = useState(isHere)
  const { data: pauses = [] } = trpc.admin.listPayoutPauses.useQuery(APPEALED, {
    enabled: useMay('members:read'),
    refetchInterval: POLL_MS,
  })
  if (pauses.length === 0) return null
  return (
    <section aria-label={t('appeals.title')} {...target}>
      <Group gap="xs">
        <StatusBadge tone="wait" Icon={IconMessage}>
          {t('appeals.count', { count: pauses.length })}
        </StatusBadge>
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'appeals.hide' : 'appeals.show')}
        </Button>
      </Group>
      {isOpen && (
        <ul className={classes.appeals}>
          {pauses.map((pause) => (
            <Appeal key={pause.id} pause={pause} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Appeal({ pause }: { pause: AdminPayoutPause }) {
  const t = useT()
  const [isAnswering, setAnswering] = useState(false)
  const mayAnswer = useMay('members:suspend')
  const name = actorName(t, pause.pausedBy)
  return (
    <li className={classes.appeal}>
      <div>
        <Text fw={600}>{pause.userName}</Text>
        <Text size="sm" c="dimmed">
          {pause.userEmail} · {pause.appealedAt && <TimeAgo date={pause.appealedAt} />}
        </Text>
      </div>
      <Text size="sm" c="dimmed" className={blocks.words ?? ''}>
        {t('appeals.paused', { name, reason: pause.reason })}
      </Text>
      <Text className={blocks.words ?? ''}>{pause.appeal}</Text>
      {mayAnswer && (
        <Button variant="default" onClick={() => setAnswering(true)}>
          {t('word.answer')}
        </Button>
      )}
      <AnswerDialog pause={pause} opened={isAnswering} onClose={() => setAnswering(false)} />
    </li>
  )
}
