import type { AdminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { actorName } from '../../admin/actor-name.ts'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useArrival } from '../../admin/use-arrival.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import classes from './open-appeals.module.css'

const POLL_MS = 30_000

/** Members' unanswered appeals against a pause, oldest pause first. Renders nothing if there are none. */
export function OpenAppeals() {
  const { data } = trpc.admin.listPayoutPauses.useQuery(
    { state: 'appealed' },
    { enabled: useMay('members:read'), refetchInterval: POLL_MS },
  )
  if (!data || data.length === 0) return null
  return <Appeals pauses={data} />
}

function Appeals({ pauses }: { pauses: readonly AdminPayoutPause[] }) {
  const t = useT()
  const arrival = useArrival<HTMLHeadingElement>('appeals')
  return (
    <section aria-labelledby="appeals">
      <Title order={3} {...arrival}>
        {t('appeals.title')}
      </Title>
      <ul className={classes.list}>
        {pauses.map((pause) => (
          <Appeal key={pause.id} pause={pause} />
        ))}
      </ul>
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
          {t('appeals.answer')}
        </Button>
      )}
      <AnswerDialog pause={pause} opened={isAnswering} onClose={() => setAnswering(false)} />
    </li>
  )
}
