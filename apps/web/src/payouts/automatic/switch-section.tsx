import type { AutomaticPayout, AutomaticSwitch } from '@chuma/contract/payouts/automatic-payouts'
import { Button, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { actorName } from '../../admin/actor-name.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { Section } from '../../ui/page/section.tsx'
import foot from '../queue/payout-queue-section.module.css'
import classes from '../queue/stopped-banner.module.css'
import { SwitchDialog } from './switch-dialog.tsx'

type Props = { automatic: AutomaticPayout; mayManage: boolean }

/** The mode, and the switch: stopped, why, and the way to release it; or going, and the way to stop it. */
export function SwitchSection({ automatic: { mode, switch: state }, mayManage }: Props) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const ask = mayManage ? () => setAsking(true) : null
  return (
    <Section title={t(`automaticMode.${mode}`)}>
      {state.isTripped ? (
        <Stopped state={state} onRelease={ask} />
      ) : (
        <div className={foot.foot}>
          <Text c="dimmed">{t(`automatic.text.${mode}`)}</Text>
          {ask && (
            <Button variant="default" color="red" onClick={ask}>
              {t('automatic.stop')}
            </Button>
          )}
        </div>
      )}
      <SwitchDialog trippedAt={state.trippedAt} opened={isAsking} onClose={() => setAsking(false)} />
    </Section>
  )
}

function Stopped({ state, onRelease }: { state: AutomaticSwitch; onRelease: (() => void) | null }) {
  const t = useT()
  const { cause, reason, trippedBy, trippedAt } = state
  return (
    <div role="alert" className={classes.banner}>
      <IconHandStop aria-hidden size={28} className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{t('automatic.stopped')}</p>
        <p>{t('queue.reason', { reason: reason ?? '' })}</p>
        <p>
          {t('automatic.stoppedSince', {
            cause: t(`tripCause.${cause ?? 'staff'}`),
            name: actorName(t, trippedBy ?? 'system'),
            when: trippedAt ? formatDateTime(trippedAt) : '',
          })}
        </p>
      </div>
      {onRelease && <Button onClick={onRelease}>{t('automatic.release')}</Button>}
    </div>
  )
}
