import '@mantine/core/styles/Tooltip.layer.css'
import { isSafeUrl } from '@chuma/contract/safe-url'
import type { SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { Button, NativeSelect, TextInput, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPlayerPause, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { categoryLabel } from '../category-label.ts'
import { CATEGORIES, type OfferFilter, SORTS, STATUSES } from './offer-values.ts'
import classes from './offers.module.css'

export type OfferRowProps = {
  offer: SurveyOffer
  isManager: boolean
  mayReadResults: boolean
  onEdit: (offer: SurveyOffer) => void
  onDelete: (offer: SurveyOffer) => void
  onClicks: (offer: SurveyOffer) => void
  onQuestionnaire: (offer: SurveyOffer) => void
  onEligibility: (offer: SurveyOffer) => void
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
      <StatusBadge
        tone={isActive ? 'good' : 'quiet'}
        icon={isActive ? <IconCheck size={16} /> : <IconPlayerPause size={16} />}
      >
        {t(isActive ? 'surveyOffers.active' : 'surveyOffers.inactive')}
      </StatusBadge>
      {note && <span className={classes.quiet}>{note}</span>}
    </>
  )
}

/** What the specification names as buttons, the rest in a menu. */
function OfferActions({
  offer,
  isManager,
  mayReadResults,
  onEdit,
  onDelete,
  onQuestionnaire,
  onEligibility,
}: Omit<OfferRowProps, 'onClicks'>) {
  const t = useT()
  const { id: surveyId, title, externalUrl, kind } = offer
  const toPage = (
    label: string,
    to: '/admin/surveys/$surveyId/quotas' | '/admin/surveys/$surveyId/results',
  ) => ({
    label,
    link: (props: object) => <Link {...props} to={to} params={{ surveyId }} />,
  })
  return (
    <div className={classes.actions}>
      {isManager && (
        <Button variant="default" onClick={() => onEdit(offer)}>
          {t('surveyOffers.edit')}
        </Button>
      )}
      {isSafeUrl(externalUrl) && (
        <Button component="a" variant="default" href={externalUrl} target="_blank" rel="noopener noreferrer">
          {t('surveyOffers.open')}
          <VisuallyHidden> {t('tasks.opensNewTab')}</VisuallyHidden>
        </Button>
      )}
      {isManager && (
        <Button variant="default" c="var(--chuma-bad)" onClick={() => onDelete(offer)}>
          {t('surveyOffers.delete')}
        </Button>
      )}
      <RowMenu
        label={t('surveyOffers.actionsOf', { title })}
        actions={[
          ...(kind === 'questions'
            ? [{ label: t('questionnaire.open'), onClick: () => onQuestionnaire(offer) }]
            : []),
          { label: t('eligibility.open'), onClick: () => onEligibility(offer) },
          ...(kind === 'questions' ? [toPage(t('quotas.open'), '/admin/surveys/$surveyId/quotas')] : []),
          ...(kind === 'questions' && mayReadResults
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
