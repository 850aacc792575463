import type { Alarm } from '@chuma/contract/admin/alarms'
import { Badge, Button } from '@mantine/core'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import list from '../list.module.css'
import { useShowFailure } from '../use-show-failure.ts'
import { describeAlarm } from './describe-alarm.ts'

/** Alarms, open ones first. */
export function AlarmsSection() {
  const t = useT()
  const query = trpc.admin.listAlarms.useQuery()
  return (
    <Section title={t('alarms.title')} text={t('alarms.text')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={64} />}>
        {(alarms) =>
          alarms.length > 0 ? (
            <ul className={blocks.list} aria-label={t('alarms.title')}>
              {alarms.map((alarm) => (
                <AlarmRow key={alarm.id} alarm={alarm} />
              ))}
            </ul>
          ) : (
            <p className={blocks.good}>{t('alarms.none')}</p>
          )
        }
      </QueryView>
    </Section>
  )
}

function AlarmRow({ alarm }: { alarm: Alarm }) {
  const t = useT()
  const utils = trpc.useUtils()
  const acknowledge = trpc.admin.acknowledgeAlarm.useMutation({
    onError: useShowFailure(),
    onSettled: () => utils.admin.listAlarms.invalidate(),
  })
  const { id, cause, raisedAt, clearedAt, acknowledgedBy } = alarm
  return (
    <li className={list.row}>
      <div className={list.head}>
        <strong>{t(`alarmCause.${cause}`)}</strong>
        <Badge color={clearedAt ? 'gray' : 'red'} variant="light">
          {t(clearedAt ? 'alarms.over' : 'alarms.open')}
        </Badge>
      </div>
      <p className={blocks.flush}>{describeAlarm(t, alarm)}</p>
      <p className={blocks.quiet}>{t('alarms.since', { time: formatDateTime(raisedAt) })}</p>
      {acknowledgedBy && <p className={blocks.quiet}>{t('alarms.by', { who: acknowledgedBy })}</p>}
      {!acknowledgedBy && !clearedAt && (
        <Button variant="default" loading={acknowledge.isPending} onClick={() => acknowledge.mutate({ id })}>
          {t('alarms.acknowledge')}
        </Button>
      )}
    </li>
  )
}
