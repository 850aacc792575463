import { Alert, Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import type { OfferFormPart } from './offer-form-part.ts'
import type { OfferValues } from './offer-values.ts'
import classes from './offers.module.css'
import type { Meanwhile } from './use-save-offer.ts'

/** What someone else saved since this form was opened. Fields that both changed keep what was typed here. */
export function MeanwhileAlert({ meanwhile, form }: OfferFormPart & { meanwhile: Meanwhile }) {
  const t = useT()
  const { taken, disputed, theirs } = meanwhile
  return (
    <Alert color="gold" icon={<IconUsers aria-hidden />} title={t('surveyOffers.meanwhile')}>
      <ul className={classes.changes}>
        {taken.map((field) => (
          <li key={field}>
            {t('surveyOffers.taken', { field: t(`surveyOffers.field.${field}`), value: show(theirs[field]) })}
          </li>
        ))}
        {disputed.map((field) => (
          <li key={field}>
            {t('surveyOffers.disputed', {
              field: t(`surveyOffers.field.${field}`),
              value: show(theirs[field]),
            })}{' '}
            <Button
              variant="default"
              size="compact-md"
              onClick={() => form.setFieldValue(field, theirs[field])}
            >
              {t('surveyOffers.useTheirs', { field: t(`surveyOffers.field.${field}`) })}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function show(value: OfferValues[keyof OfferValues]): string {
  if (Array.isArray(value)) return value.map(({ question }) => question).join(' · ')
  return String(value)
}
