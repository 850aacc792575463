import type { SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { useT } from '../../i18n/use-t.ts'
import { OfferRow, type OfferRowProps } from './offer-row.tsx'
import classes from './offers.module.css'

type Props = Omit<OfferRowProps, 'offer'> & { offers: SurveyOffer[] }

/** On a phone each offer is a card; on medium screens the table scrolls inside its own box. */
export function OfferTable({ offers, ...row }: Props) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={classes.scroll} aria-label={t('surveyOffers.table')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('surveyOffers.column.title')}</th>
            <th scope="col">{t('surveyOffers.column.category')}</th>
            <th scope="col">{t('surveyOffers.column.country')}</th>
            <th scope="col" data-number>
              {t('surveyOffers.column.payout')}
            </th>
            <th scope="col" data-number>
              {t('surveyOffers.column.duration')}
            </th>
            <th scope="col" data-number>
              {t('surveyOffers.column.clicks')}
            </th>
            <th scope="col" data-number>
              {t('surveyOffers.column.completion')}
            </th>
            <th scope="col">{t('surveyOffers.column.status')}</th>
            <th scope="col" className={classes.last}>
              {t('surveyOffers.column.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <OfferRow key={offer.id} offer={offer} {...row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
