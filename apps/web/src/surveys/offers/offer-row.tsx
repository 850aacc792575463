import '@mantine/core/styles/Tooltip.layer.css'
import { cleanUrl } from '@chuma/contract/clean-text'
import { isSafeUrl } from '@chuma/contract/safe-url'
import type {
  CreateSurveyInput,
  ListOffersInput,
  SurveyOffer,
  SurveyOfferDetail,
} from '@chuma/contract/surveys/survey-offers'
import type { SurveyCategory, SurveyKind } from '@chuma/contract/surveys/surveys'
import { ActionIcon, Button, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  IconCheck,
  IconExternalLink,
  IconPencil,
  IconPlayerPause,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { categoryLabel } from '../attempts/survey-action.tsx'
import classes from './offers.module.css'

export type OfferRowProps = {
  offer: SurveyOffer
  isManager: boolean
  mayReadResults: boolean
  onEdit: (offer: SurveyOffer) => void
  onDelete: (offer: SurveyOffer) => void
  onClicks: (offer: SurveyOffer) => void
}

export function OfferRow({ offer, onClicks, ...rest }: OfferRowProps) {
  const t = useT()
  const { title, category, country, reward, rewardPoints, duration, clickCount, completionRate } = offer
  return (
    <tr>
      <th scope="row">
        <OfferTitle title={title} />
      </th>
      <td className={classes.words} data-label={t('surveyOffers.column.category')}>
        {category ? categoryLabel(category, t) : t('surveyOffers.uncategorized')}
      </td>
      <td data-label={t('surveyOffers.column.country')}>{country || t('surveyOffers.global')}</td>
      <td data-number data-label={t('surveyOffers.column.payout')}>
        <span className={classes.money}>${reward.toFixed(2)}</span>
        <span className={classes.quiet}>{formatPoints(t, rewardPoints)}</span>
      </td>
      <td data-number data-label={t('surveyOffers.column.duration')}>
        {t('surveyOffers.minutes', { count: duration })}
      </td>
      <td data-number data-label={t('surveyOffers.column.clicks')}>
        <Button
          variant="subtle"
          px="sm"
          aria-label={t('surveyOffers.clicksOf', { count: clickCount, title })}
          onClick={() => onClicks(offer)}
        >
          {clickCount}
        </Button>
      </td>
      <td data-number data-label={t('surveyOffers.column.completion')}>
        {completionRate.toFixed(1)}%
      </td>
      <td className={classes.words} data-label={t('surveyOffers.column.status')}>
        <OfferStatus offer={offer} />
      </td>
      <td className={classes.last}>
        <OfferActions offer={offer} {...rest} />
      </td>
    </tr>
  )
}

const BOTH_WAYS = { hover: true, focus: true, touch: true }

/** On one line; pointing at it or focusing it shows the whole title. */
function OfferTitle({ title }: { title: string }) {
  return (
    <Tooltip label={title} events={BOTH_WAYS} multiline maw="min(22rem, 90vw)" position="top-start">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to read a title that is cut */}
      <span className={classes.title} tabIndex={0}>
        {title}
      </span>
    </Tooltip>
  )
}

function OfferStatus({ offer }: { offer: SurveyOffer }) {
  const t = useT()
  const { isActive, quota, takenCount, startsAt, endsAt } = offer
  const now = new Date()
  const note =
    (startsAt && new Date(startsAt) > now && t('surveyOffers.notBegun')) ||
    (endsAt && new Date(endsAt) <= now && t('surveyOffers.ended')) ||
    (quota !== null && t('surveyOffers.places', { taken: takenCount, quota })) ||
    null
  return (
    <>
      <StatusBadge tone={isActive ? 'good' : 'quiet'} Icon={isActive ? IconCheck : IconPlayerPause}>
        {t(isActive ? 'surveyOffers.active' : 'surveyOffers.inactive')}
      </StatusBadge>
      {note && <span className={classes.quiet}>{note}</span>}
    </>
  )
}

type StudioPage = `/admin/surveys/$surveyId/${'build' | 'audience' | 'quotas' | 'publish' | 'results'}`

/** What the specification names as buttons, the rest in a menu. */
function OfferActions({
  offer,
  isManager,
  mayReadResults,
  onEdit,
  onDelete,
}: Omit<OfferRowProps, 'onClicks'>) {
  const t = useT()
  const { id: surveyId, title, externalUrl, kind } = offer
  const toPage = (label: string, to: StudioPage) => ({
    label,
    link: (props: object) => <Link {...props} to={to} params={{ surveyId }} />,
  })
  const isOurs = kind === 'questions'
  return (
    <div className={classes.actions}>
      {isManager && (
        <ActionIcon
          variant="default"
          aria-label={t('surveyOffers.edit')}
          title={t('surveyOffers.edit')}
          onClick={() => onEdit(offer)}
        >
          <IconPencil aria-hidden size={18} />
        </ActionIcon>
      )}
      {isSafeUrl(externalUrl) && (
        <ActionIcon
          component="a"
          variant="default"
          href={externalUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${t('surveyOffers.open')} ${t('tasks.opensNewTab')}`}
          title={t('surveyOffers.open')}
        >
          <IconExternalLink aria-hidden size={18} />
        </ActionIcon>
      )}
      {isManager && (
        <ActionIcon
          variant="default"
          c="var(--chuma-bad)"
          aria-label={t('surveyOffers.delete')}
          title={t('surveyOffers.delete')}
          onClick={() => onDelete(offer)}
        >
          <IconTrash aria-hidden size={18} />
        </ActionIcon>
      )}
      <RowMenu
        label={t('surveyOffers.actionsOf', { title })}
        actions={[
          ...(isOurs ? [toPage(t('questionnaire.open'), '/admin/surveys/$surveyId/build')] : []),
          toPage(t('eligibility.open'), '/admin/surveys/$surveyId/audience'),
          ...(isOurs ? [toPage(t('quotas.open'), '/admin/surveys/$surveyId/quotas')] : []),
          toPage(t('studio.page.publish'), '/admin/surveys/$surveyId/publish'),
          ...(isOurs && mayReadResults
            ? [toPage(t('results.open'), '/admin/surveys/$surveyId/results')]
            : []),
        ]}
      />
    </div>
  )
}

type Props = { filter: OfferFilter; onFilter: (change: Partial<OfferFilter>) => void }

export function OfferTools({ filter, onFilter }: Props) {
  const t = useT()
  const categories = CATEGORIES.map((value) => ({ value, label: categoryLabel(value, t) }))
  return (
    <search className={classes.tools}>
      <TextInput
        type="search"
        label={t('surveyOffers.search')}
        leftSection={<IconSearch aria-hidden size={20} />}
        maxLength={100}
        value={filter.search ?? ''}
        onChange={({ currentTarget }) => onFilter({ search: currentTarget.value })}
      />
      <NativeSelect
        label={t('surveyOffers.statusFilter')}
        data={[
          { value: '', label: t('surveyOffers.anyStatus') },
          ...STATUSES.map((value) => ({ value, label: t(`surveyOffers.${value}`) })),
        ]}
        value={filter.status ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({ status: STATUSES.find((status) => status === currentTarget.value) })
        }
      />
      <NativeSelect
        label={t('surveyOffers.category')}
        data={[
          { value: '', label: t('surveyOffers.anyCategory') },
          ...categories,
          { value: 'none', label: t('surveyOffers.uncategorized') },
        ]}
        value={filter.category ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({
            category: [...CATEGORIES, 'none' as const].find((category) => category === currentTarget.value),
          })
        }
      />
      <NativeSelect
        label={t('surveyOffers.sort')}
        data={SORTS.map((value) => ({ value, label: t(`surveyOffers.sort.${value}`) }))}
        value={filter.sort}
        onChange={({ currentTarget }) =>
          onFilter({ sort: SORTS.find((sort) => sort === currentTarget.value) ?? 'newest' })
        }
      />
    </search>
  )
}

/** SPEC §3, in its order. */
export const CATEGORIES = [
  'market-research',
  'product-feedback',
  'consumer-behavior',
  'brand-awareness',
  'healthcare',
  'technology',
  'lifestyle',
  'finance',
] as const satisfies readonly SurveyCategory[]

export const KINDS = ['external', 'questions', 'instant'] as const satisfies readonly SurveyKind[]

type Input = Required<ListOffersInput>
const STATUSES = ['active', 'inactive'] as const satisfies readonly NonNullable<Input['status']>[]
const SORTS = [
  'newest',
  'title',
  'payout',
  'clicks',
  'completion',
] as const satisfies readonly Input['sort'][]

export type OfferFilter = Pick<ListOffersInput, 'search' | 'status' | 'category' | 'sort'>

export type OfferFormPart = { form: UseFormReturnType<OfferValues> }

/** The form's values: a typed number may be invalid, and no choice is an empty text. */
export type OfferValues = {
  title: string
  description: string
  reward: number | string
  duration: number | string
  kind: CreateSurveyInput['kind']
  category: CreateSurveyInput['category']
  country: string
  externalUrl: string
  adminNotes: string
  series: string
  isActive: boolean
  partnerId: string
  quota: number | string
  /** In the format of a date and time field, in the reader's own time zone. */
  startsAt: string
  endsAt: string
  screenOutPoints: number | string
}

export const EMPTY_OFFER: OfferValues = {
  title: '',
  description: '',
  reward: '',
  duration: '',
  kind: 'external',
  category: '',
  country: '',
  externalUrl: '',
  adminNotes: '',
  series: '',
  isActive: true,
  partnerId: '',
  quota: '',
  startsAt: '',
  endsAt: '',
  screenOutPoints: 0,
}

export function toValues(offer: SurveyOfferDetail): OfferValues {
  return {
    title: offer.title,
    description: offer.description,
    reward: offer.reward,
    duration: offer.duration,
    kind: offer.kind,
    category: offer.category as OfferValues['category'],
    country: offer.country,
    externalUrl: offer.externalUrl,
    adminNotes: offer.adminNotes,
    series: offer.series,
    isActive: offer.isActive,
    partnerId: offer.partnerId ?? '',
    quota: offer.quota ?? '',
    startsAt: toLocal(offer.startsAt),
    endsAt: toLocal(offer.endsAt),
    screenOutPoints: offer.screenOutPoints,
  }
}

/** The request (SPEC §5): the payout as a decimal number, the duration as an integer. Questions and the rules for answers have pages of their own. */
export function toInput(values: OfferValues): Omit<CreateSurveyInput, 'questions' | 'answerQuality'> {
  return {
    ...values,
    // Hidden for other kinds, so leftover input there must not block saving.
    externalUrl:
      values.kind === 'external' || isAddress(values.externalUrl) ? cleanUrl(values.externalUrl) : '',
    reward: Number(values.reward),
    duration: Number(values.duration),
    partnerId: values.partnerId || null,
    quota: values.quota === '' ? null : Number(values.quota),
    startsAt: fromLocal(values.startsAt),
    endsAt: fromLocal(values.endsAt),
    // Only our own questions turn somebody away for points.
    screenOutPoints: values.kind === 'questions' ? Number(values.screenOutPoints) : 0,
    series: values.kind === 'questions' ? values.series : '',
  }
}

/** Format as `2026-11-21T14:05`; seconds are kept if there are any, so that untouched values do not change. */
function toLocal(moment: string | null): string {
  if (!moment) return ''
  const date = new Date(moment)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, -1)
  return local.replace(/:00\.000$/, '').replace(/\.000$/, '')
}

const fromLocal = (local: string) => (local === '' ? null : new Date(local).toISOString())

type Problem = 'required' | 'payout' | 'duration' | 'url' | 'quota' | 'points' | 'endBeforeStart'

/** Find problems by field name. The server validates again. */
export function findOfferProblems(values: OfferValues): Record<string, Problem> {
  const { title, description, reward, duration, kind, quota, startsAt, endsAt } = values
  const problems: Record<string, Problem> = {}
  if (!title.trim()) problems.title = 'required'
  if (!description.trim()) problems.description = 'required'
  if (!isPayout(reward)) problems.reward = reward === '' ? 'required' : 'payout'
  if (!isWhole(duration, 1440)) problems.duration = duration === '' ? 'required' : 'duration'
  if (kind === 'external' && !isAddress(values.externalUrl)) {
    problems.externalUrl = values.externalUrl.trim() ? 'url' : 'required'
  }
  const points = values.screenOutPoints
  if (kind === 'questions' && Number(points) !== 0 && !isWhole(points, 100_000))
    problems.screenOutPoints = 'points'
  if (quota !== '' && !isWhole(quota, 1_000_000)) problems.quota = 'quota'
  if (startsAt && endsAt && new Date(endsAt) <= new Date(startsAt)) problems.endsAt = 'endBeforeStart'
  return problems
}

function isAddress(typed: string): boolean {
  const url = cleanUrl(typed)
  return isSafeUrl(url) && /^https:/i.test(url)
}

function isPayout(typed: number | string): boolean {
  return (
    typed !== '' && Number(typed) >= 0 && Number(typed) <= 10_000 && /^\d+(\.\d{1,2})?$/.test(String(typed))
  )
}

function isWhole(typed: number | string, most: number): boolean {
  return /^\d+$/.test(String(typed)) && Number(typed) >= 1 && Number(typed) <= most
}

/** Reload lists, figures and forms after a change. */
export function useRefreshOffers() {
  const { admin } = trpc.useUtils()
  return () =>
    Promise.all([
      admin.listSurveys.invalidate(),
      admin.getSurveySummary.invalidate(),
      admin.getSurvey.invalidate(),
    ])
}
