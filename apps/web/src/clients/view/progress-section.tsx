import type { SurveyProgress } from '@chuma/contract/clients/client-surveys'
import { useQuery } from '@tanstack/react-query'
import list from '../../admin/list.module.css'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { clientApi } from '../client-api.ts'
import classes from '../clients.module.css'

/** How accepted answers came in: by day, and by cell of the survey's quotas. Nothing is shown before the first. */
export function ProgressSection({ surveyId }: { surveyId: string }) {
  const t = useT()
  const query = useQuery({
    queryKey: ['progress', surveyId],
    queryFn: () => clientApi.clients.getProgress.query({ id: surveyId }),
  })
  if (!query.data) return null
  const { days, cells } = query.data
  return (
    <>
      {days.length > 0 && (
        <Section title={t('client.byDay')}>
          <Days days={days} />
        </Section>
      )}
      {cells.length > 0 && (
        <Section title={t('client.byQuota')} text={t('client.byQuotaText')}>
          <Cells cells={cells} />
        </Section>
      )}
    </>
  )
}

function Days({ days }: Pick<SurveyProgress, 'days'>) {
  const t = useT()
  const most = Math.max(...days.map(({ accepted }) => accepted))
  return (
    <ul className={blocks.list} aria-label={t('client.byDay')}>
      {days.toReversed().map(({ day, accepted }) => (
        <li key={day} className={list.row}>
          <div className={list.head}>
            <span>{formatBusinessDay(day)}</span>
            <strong>{accepted}</strong>
          </div>
          <progress
            className={classes.meter}
            aria-label={formatBusinessDay(day)}
            max={most}
            value={accepted}
          />
        </li>
      ))}
    </ul>
  )
}

function Cells({ cells }: Pick<SurveyProgress, 'cells'>) {
  const t = useT()
  return (
    <ul className={blocks.list} aria-label={t('client.byQuota')}>
      {cells.map(({ id, groups, target, accepted }) => (
        <li key={id} className={list.row}>
          <div className={list.head}>
            <span>{groups.join(', ')}</span>
            <strong>
              {accepted === null ? t('client.fewOf', { target }) : t('client.of', { accepted, target })}
            </strong>
          </div>
          {accepted !== null && target > 0 && (
            <progress
              className={classes.meter}
              aria-label={groups.join(', ')}
              max={target}
              value={Math.min(accepted, target)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
