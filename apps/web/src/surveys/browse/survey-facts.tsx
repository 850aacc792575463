import { formatKes } from '@chuma/contract/format-money'
import type { Survey } from '@chuma/contract/surveys/surveys'
import { VisuallyHidden } from '@mantine/core'
import {
  IconBolt,
  IconClock,
  IconExternalLink,
  IconListCheck,
  IconStarFilled,
  IconUserOff,
} from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import classes from './survey-facts.module.css'

/** A survey's duration, rating and length, and what it really takes and pays. */
export function SurveyFacts({ survey }: { survey: Survey }) {
  const t = useT()
  const rating = survey.rating.toFixed(1)
  return (
    <ul className={classes.facts}>
      <li>
        <IconClock aria-hidden size={20} />{' '}
        {t('surveys.minutes', { minutes: survey.fairness.minutes ?? survey.duration })}
      </li>
      <li>
        <IconStarFilled aria-hidden size={16} className={classes.star} /> <span aria-hidden>{rating}</span>
        <VisuallyHidden>{t('surveys.rated', { rating })}</VisuallyHidden>
      </li>
      <li>
        <Extent survey={survey} />
      </li>
      {survey.screenOutPoints !== undefined && (
        <li>
          <IconUserOff aria-hidden size={20} /> {t('surveys.screenOut', { points: survey.screenOutPoints })}
        </li>
      )}
      <Fairness survey={survey} />
    </ul>
  )
}

function Fairness({ survey: { kind, fairness } }: { survey: Survey }) {
  const t = useT()
  const { measuredCompletes: count, minutes, screenOutPercent: percent, kesPerHour } = fairness
  if (kind === 'instant') return null
  return (
    <>
      {kesPerHour !== null && <li>{t('surveys.hourly', { kes: formatKes(kesPerHour) })}</li>}
      {percent !== null && <li>{t('surveys.turnedAway', { percent })}</li>}
      <li className={classes.basis}>
        {minutes !== null && t('surveys.measured', { count })}
        {minutes === null && t(kind === 'external' ? 'surveys.stated' : 'surveys.unmeasured')}
      </li>
    </>
  )
}

function Extent({ survey: { kind, questionCount } }: { survey: Survey }) {
  const t = useT()
  switch (kind) {
    case 'external':
      return (
        <>
          <IconExternalLink aria-hidden size={20} /> {t('surveys.external')}
        </>
      )
    case 'instant':
      return (
        <>
          <IconBolt aria-hidden size={20} /> {t('surveys.instant')}
        </>
      )
    default:
      return (
        <>
          <IconListCheck aria-hidden size={20} /> {t('surveys.questions', { count: questionCount })}
        </>
      )
  }
}
