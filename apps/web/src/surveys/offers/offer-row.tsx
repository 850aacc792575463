import { isSafeUrl } from '@chuma/contract/safe-url'
import type { SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconExternalLink, IconPencil, IconPlayerPause, IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { categoryLabel } from '../category-label.ts'
import classes from './offers.module.css'

export type OfferRowProps = {
  offer: SurveyOffer
  isManager: boolean
  onEdit: (offer: SurveyOffer) => void
  onDelete: (offer: SurveyOffer) => void
  onClicks: (offer: SurveyOffer) => void
}

export function OfferRow({ offer, onClicks, ...rest }: OfferRowProps) {
  const t = useT()
  const { title, category, country, reward, rewardPoints, duration, clickCount, completionRate } = offer
  return (
    <tr>
      <th scope="row" className={classes.title} title={title}>
        {title}
      </th>
      <td className={classes.words} data-label={t('surveyOffers.column.category')}>
        {category ? categoryLabel(category, t) : t('surveyOffers.uncategorized')}
      </td>
      <td data-label={t('surveyOffers.column.country')}>{country || t('surveyOffers.global')}</td>
      <td data-number data-label={t('surveyOffers.column.payout')}>
        <span className={classes.money}>${reward.toFixed(2)}</span>
        <span className={classes.quiet}>{t('amount.points', { points: rewardPoints })}</span>
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

function OfferActions({ offer, isManager, onEdit, onDelete }: Omit<OfferRowProps, 'onClicks'>) {
  const t = useT()
  const { title, externalUrl } = offer
  return (
    <div className={classes.actions}>
      {isManager && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('surveyOffers.edit', { title })}
          onClick={() => onEdit(offer)}
        >
          <IconPencil aria-hidden size={20} />
        </ActionIcon>
      )}
      {isSafeUrl(externalUrl) && (
        <ActionIcon
          component="a"
          variant="default"
          size={44}
          href={externalUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('surveyOffers.open', { title })}
        >
          <IconExternalLink aria-hidden size={20} />
        </ActionIcon>
      )}
      {isManager && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('surveyOffers.delete', { title })}
          onClick={() => onDelete(offer)}
        >
          <IconTrash aria-hidden size={20} />
        </ActionIcon>
      )}
    </div>
  )
}
