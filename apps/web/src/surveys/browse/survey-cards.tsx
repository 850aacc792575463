import { formatKes } from '@chuma/contract/format-money'
import type { Survey, UserSurvey } from '@chuma/contract/surveys/surveys'
import { Skeleton, Title } from '@mantine/core'
import { IconBolt, IconClock, IconExternalLink, IconListCheck, IconUserOff } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { type Loading, loadForMember } from '../../app/load.ts'
import { useT } from '../../i18n/use-t.ts'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { HeroPanel, Panel } from '../../ui/page/page.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import { categoryLabel, isBegun, minutesOf, SurveyAction } from '../attempts/survey-action.tsx'
import classes from './survey-cards.module.css'
import { countryOf, type SurveyFilter, type SurveyOrder } from './survey-filter.ts'

/** The member's earnings, and how many surveys there are. */
export function SurveyStats() {
  const t = useT()
  const balance = trpc.wallet.getBalance.useQuery()
  const surveys = trpc.surveys.listSurveys.useQuery()
  return (
    <HeroPanel className={classes.stats} aria-label={t('surveys.stats')}>
      <div className={classes.figure}>
        <span className={classes.label}>{t('surveys.totalEarnings')}</span>
        <Arriving isError={balance.isError} like={<PointsAmount points={0} />}>
          {balance.data && <PointsAmount points={balance.data.totalEarnings} />}
        </Arriving>
      </div>
      <Figure label={t('surveys.count')}>
        <Arriving isError={surveys.isError} like="00">
          {surveys.data?.length}
        </Arriving>
      </Figure>
    </HeroPanel>
  )
}

/** Fixed figures (SPEC §2), below the list: they describe no survey in it. */
export function TypicalFigures() {
  const t = useT()
  const { averageRewardKes, averageMinutes, rating } = surveyFigures
  return (
    <Panel tone="quiet" className={classes.typical} aria-labelledby="typical">
      <Title order={2} size="h4" id="typical">
        {t('surveys.typical')}
      </Title>
      <p className={classes.typicalNote}>{t('surveys.typicalNote')}</p>
      <div className={classes.figures}>
        <Figure label={t('surveys.averageReward')}>{formatKes(averageRewardKes)}</Figure>
        <Figure label={t('surveys.averageTime')}>{t('surveys.minutes', { minutes: averageMinutes })}</Figure>
        <Figure label={t('surveys.rating')}>{rating}</Figure>
      </div>
    </Panel>
  )
}

type ArrivingProps = {
  isError: boolean
  /** Reserves the space of the values. */
  like: ReactNode
  children: ReactNode
}

/** The list below reports a failure and offers a retry; a dash is enough here. */
function Arriving({ isError, like, children }: ArrivingProps) {
  if (children !== undefined) return children
  if (isError) return '–'
  return (
    <Skeleton component="span" display="flex" w="fit-content" opacity={0.5} aria-hidden>
      {like}
    </Skeleton>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{children}</span>
    </div>
  )
}
/** Figures that SPEC §2 prescribes for the survey list. They are for display only. */
const surveyFigures = { averageRewardKes: 450, averageMinutes: 15, rating: 4.8 } as const

export function SurveyGrid({ surveys }: { surveys: Survey[] }) {
  const t = useT()
  return (
    <ul className={classes.grid} aria-label={t('surveys.list')}>
      {surveys.map((survey) => (
        <li key={survey.id}>
          <SurveyCard survey={survey} />
        </li>
      ))}
    </ul>
  )
}

function SurveyCard({ survey }: { survey: Survey }) {
  const t = useT()
  const titleId = useId()
  const { title, category, rewardPoints } = survey
  return (
    <Panel className={classes.card}>
      <p className={classes.category}>{categoryLabel(category, t)}</p>
      <Title order={2} size="h3" id={titleId}>
        {title}
      </Title>
      <CardFacts survey={survey} />
      <div className={classes.bottom}>
        <PointsAmount points={rewardPoints} />
        <SurveyAction survey={survey} titleId={titleId} />
      </div>
    </Panel>
  )
}

/** What a card says of a survey: minutes, rating, questions, and one caveat at most. */
export function CardFacts({ survey }: { survey: Survey }) {
  return (
    <ul className={classes.facts}>
      <MainFacts survey={survey} />
      <Caveat survey={survey} />
    </ul>
  )
}

/** What matters most to somebody who decides: how many are turned away, or else what they get. */
function Caveat({ survey: { fairness, screenOutPoints } }: { survey: Survey }) {
  const t = useT()
  const { screenOutPercent: percent } = fairness
  if (percent) return <li className={classes.basis}>{t('surveys.turnedAway', { percent })}</li>
  if (screenOutPoints === undefined) return null
  return <li className={classes.basis}>{t('surveys.screenOut', { points: screenOutPoints })}</li>
}

/** All that is known of a survey before it starts: also what it really takes and pays. */
export function SurveyFacts({ survey }: { survey: Survey }) {
  const t = useT()
  return (
    <ul className={classes.facts}>
      <MainFacts survey={survey} />
      {survey.screenOutPoints !== undefined && (
        <li>
          <IconUserOff aria-hidden size={20} /> {t('surveys.screenOut', { points: survey.screenOutPoints })}
        </li>
      )}
      <Fairness survey={survey} />
    </ul>
  )
}

function MainFacts({ survey }: { survey: Survey }) {
  const t = useT()
  return (
    <>
      <li>
        <IconClock aria-hidden size={20} /> {t('surveys.minutes', { minutes: minutesOf(survey) })}
      </li>
      <li>
        <span aria-hidden className={classes.star}>
          ★
        </span>{' '}
        {t('surveys.rated', { rating: survey.rating.toFixed(1), count: survey.ratingCount })}
      </li>
      <li>
        <Extent survey={survey} />
      </li>
    </>
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

const compare = {
  // In the server's order.
  newest: () => 0,
  reward: (a, b) => b.rewardPoints - a.rewardPoints,
  duration: (a, b) => minutesOf(a) - minutesOf(b),
} as const satisfies Record<SurveyOrder, (a: Survey, b: Survey) => number>

/** Filter and sort the surveys that can be taken now. */
export function selectSurveys(surveys: readonly Survey[], filter: SurveyFilter): Survey[] {
  const { q, activity, country, category, sort } = filter
  return surveys
    .filter((survey) => hasWords(survey.title, q))
    .filter((survey) => activity !== 'to-do' || survey.status === null)
    .filter((survey) => !country || countryOf(survey) === country)
    .filter((survey) => !category || survey.category === category)
    .sort(compare[sort])
}

/** List the member's attempts, all or of one state, newest first as the server sends them. */
export function selectAttempts(
  attempts: readonly UserSurvey[],
  { q, activity }: Pick<SurveyFilter, 'q' | 'activity'>,
): UserSurvey[] {
  return attempts.filter(
    ({ title, status }) =>
      hasWords(title, q) && (activity === 'mine' || isBegun(status) === (activity === 'begun')),
  )
}

/** Whether the title contains every word of the search, in any order. */
function hasWords(title: string, search: string): boolean {
  const text = title.toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Start what both survey lists show: the surveys, the member's attempts and their points. */
export function loadSurveys(loading: Loading): void {
  loadForMember(loading, ({ surveys, wallet }) => [
    surveys.listSurveys.prefetch(),
    surveys.listUserSurveys.prefetch(undefined, { staleTime: JUST_NOW_MS }),
    wallet.getTerms.prefetch(),
  ])
}
